import type { Logger } from "../../model/logger.js";
import type { Span, SpanOptions, Tracer } from "./tracer.js";

/** How a span starts. */
export interface SpanStart extends SpanOptions {
  readonly name: string;
}

/** `SpanKind` of OpenTelemetry. */
export const SPAN_KIND = { internal: 0, client: 2 } as const;
/** `SpanStatusCode.ERROR` of OpenTelemetry. */
const STATUS_ERROR = 2;

/** A span that is under way. Nothing it does can fail. */
export interface OpenSpan {
  /** Ends it well. */
  end(attributes?: SpanOptions["attributes"]): void;
  /** Ends it badly, with an error in a word; its message is left out, since it may quote what a caller gave. */
  fail(type: string): void;
}

/** Makes spans with a tracer that may throw: then the work is done without, and the logger is told. */
export class Tracing {
  /** Whether spans may name scopes. */
  readonly namesScopes: boolean;
  readonly #tracer: Tracer;
  readonly #logger: Logger;

  constructor(given: {
    readonly tracer: Tracer;
    readonly logger: Logger;
    readonly traceScope?: boolean | undefined;
  }) {
    this.#tracer = given.tracer;
    this.#logger = given.logger;
    this.namesScopes = given.traceScope ?? false;
  }

  /** Does work inside a span, once, whatever the tracer does. The work ends the span. */
  within<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    let working: Promise<T> | undefined;
    const run = (span?: Span): Promise<T> => (working ??= work(this.#open(span)));
    const { name, ...options } = start;
    this.#safely(() => this.#tracer.startActiveSpan(name, options, run));
    return run();
  }

  /** Starts a span that nothing runs inside of. */
  start({ name, ...options }: SpanStart): OpenSpan {
    let started: Span | undefined;
    this.#safely(() =>
      this.#tracer.startActiveSpan(name, options, (span) => {
        started = span;
      }),
    );
    return this.#open(started);
  }

  #open(span: Span | undefined): OpenSpan {
    return {
      end: (attributes) =>
        this.#safely(() => {
          if (attributes) span?.setAttributes(attributes);
          span?.end();
        }),
      fail: (type) =>
        this.#safely(() => {
          span?.setAttributes({ "error.type": type === "unknown" ? "_OTHER" : type });
          span?.setStatus({ code: STATUS_ERROR });
          span?.end();
        }),
    };
  }

  #safely(call: () => unknown): void {
    try {
      call();
    } catch (error) {
      this.#logger.error("the tracer threw", { error });
    }
  }
}
