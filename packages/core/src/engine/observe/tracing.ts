import type { Span, SpanOptions, Tracer } from "../../api/options.js";
import type { EmbedResult, Embedder } from "../../contracts/embedder.js";
import type { Reranker } from "../../contracts/reranker.js";
import { notify, onRejection } from "../../internal/async/notify.js";
import { withMembers } from "../../internal/with-members.js";
import type { Logger } from "../../model/call-options.js";
import { errorType } from "./failure.js";

/** Name and options of a new span. */
export type SpanStart = SpanOptions & { readonly name: string };

/** `SpanKind` of OpenTelemetry. */
export const SPAN_KIND = { internal: 0, client: 2 } as const;
/** `SpanStatusCode.ERROR` of OpenTelemetry. */
const STATUS_ERROR = 2;

/** An open span. Nothing it does can fail. */
export interface OpenSpan {
  end(attributes?: SpanOptions["attributes"]): void;
  /** Ends it as a failure of this type. Messages are left out, since they may quote the caller. */
  fail(type: string): void;
}

/** Makes spans with a tracer that may throw: then the work is done without, and it is logged. */
export class Tracing {
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

  /** Runs work inside a span, once, whatever the tracer does. The work ends the span. */
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
          const named = type === "unknown" ? "_OTHER" : type;
          this.#safely(() => span?.setAttributes({ "error.type": named }));
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

/** Wraps an embedder with a span for each of its calls, if there is a tracer. */
export function tracedEmbedder<E extends Embedder>(embedder: E, tracing: Tracing | undefined): E {
  if (!tracing) return embedder;
  const { id } = embedder;
  const embed: Embedder["embed"] = (texts, options) => {
    const call = { name: "embeddings", id, texts: texts.length, options, attributesOf };
    return traceModel(tracing, call, () => embedder.embed(texts, options));
  };
  return withMembers<Embedder>(embedder, { embed }) as E;
}

/** Wraps a reranker with a span for each of its calls, if there is a tracer. */
export function tracedReranker(reranker: Reranker, tracing: Tracing | undefined): Reranker {
  if (!tracing) return reranker;
  const { id } = reranker;
  const rerank: Reranker["rerank"] = (query, documents, options) => {
    const call = { name: "rerank", id, texts: documents.length, options };
    return traceModel(tracing, call, () => reranker.rerank(query, documents, options));
  };
  return withMembers(reranker, { rerank });
}

/** A call of a model. */
interface ModelCall<T> {
  readonly name: string;
  readonly id: string;
  readonly texts: number;
  readonly options: unknown;
  readonly attributesOf?: (result: T) => Record<string, number>;
}

/** Names `kioku` as the provider, since the owner of the model is not known here. */
function traceModel<T>(
  tracing: Tracing,
  { name, id, texts, options, attributesOf: toAttributes }: ModelCall<T>,
  run: () => Promise<T>,
): Promise<T> {
  const attributes = {
    "gen_ai.operation.name": name,
    "gen_ai.provider.name": "kioku",
    "gen_ai.request.model": id,
    "kioku.texts": texts,
  };
  const start = { name: `${name} ${id}`, kind: SPAN_KIND.client, attributes };
  return tracing.within(start, async (span) => {
    try {
      const result = await run();
      span.end(toAttributes?.(result) ?? {});
      return result;
    } catch (error) {
      span.fail(errorType(error, options));
      throw error;
    }
  });
}

function attributesOf(result: EmbedResult | undefined): Record<string, number> {
  const dimensions: unknown = result?.vectors?.[0]?.length;
  const tokens: unknown = result?.tokens;
  return {
    ...(typeof dimensions === "number" ? { "gen_ai.embeddings.dimension.count": dimensions } : {}),
    ...(typeof tokens === "number" ? { "gen_ai.usage.input_tokens": tokens } : {}),
  };
}
