import type { Span, SpanOptions, Tracer } from "../../api/tracer.js";
import { notify, onRejection } from "../../internal/async/notify.js";
import type { Logger } from "../../model/logger.js";

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
  /**
   * Ends it badly, with an error in a word; its message is left out, since it may quote what a
   * caller gave.
   */
  fail(type: string): void;
}

/**
 * Makes spans with a tracer that may throw: then the work is done without, and the logger is told.
 */
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
    try {
      const answer: unknown = this.#tracer.startActiveSpan(name, options, run);
      if (answer !== working) onRejection(answer, (error) => this.#reportUnless(run(), error));
    } catch (error) {
      this.#report(error);
    }
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
          if (attributes) this.#safely(() => span?.setAttributes(attributes));
          return span?.end();
        }),
      fail: (type) =>
        this.#safely(() => {
          const errorType = type === "unknown" ? "_OTHER" : type;
          this.#safely(() => span?.setAttributes({ "error.type": errorType }));
          this.#safely(() => span?.setStatus({ code: STATUS_ERROR }));
          return span?.end();
        }),
    };
  }

  #safely(call: () => unknown): void {
    notify(call, (error) => this.#report(error));
  }

  /** Reports a rejection of a tracer, unless it only passes on that of the work. */
  #reportUnless(work: Promise<unknown>, error: unknown): void {
    work.then(
      () => this.#report(error),
      (own: unknown) => {
        if (own !== error) this.#report(error);
      },
    );
  }

  #report(error: unknown): void {
    this.#logger.error("the tracer threw", { error });
  }
}
