import type { Embedder, EmbedResult } from "../../contracts/embedder.js";
import type { Reranker } from "../../contracts/reranker.js";
import { errorType } from "./error-type.js";
import { SPAN_KIND } from "./tracing.js";
import type { OpenSpan, SpanStart, Tracing } from "./tracing.js";

/** The same embedder with a span for each of its calls; itself if nothing is traced. */
export function tracedEmbedder<E extends Embedder>(embedder: E, tracing: Tracing | undefined): E {
  if (!tracing) return embedder;
  const embed: Embedder["embed"] = (texts, options) =>
    tracing.within(modelSpan("embeddings", embedder.id, texts.length), (span) =>
      ending(span, options, async () => {
        const result = await embedder.embed(texts, options);
        return { result, attributes: embedAttributes(result) };
      }),
    );
  return replacing(embedder, "embed", embed);
}

/** The same reranker with a span for each of its calls; itself if nothing is traced. */
export function tracedReranker(reranker: Reranker, tracing: Tracing | undefined): Reranker {
  if (!tracing) return reranker;
  const rerank: Reranker["rerank"] = (query, documents, options) =>
    tracing.within(modelSpan("rerank", reranker.id, documents.length), (span) =>
      ending(span, options, async () => {
        return { result: await reranker.rerank(query, documents, options), attributes: {} };
      }),
    );
  return replacing(reranker, "rerank", rerank);
}

/**
 * Whose a model is, Kioku cannot know: it calls an interface. So the provider is the one that
 * calls, Kioku.
 */
function modelSpan(operation: string, model: string, texts: number): SpanStart {
  return {
    name: `${operation} ${model}`,
    kind: SPAN_KIND.client,
    attributes: {
      "gen_ai.operation.name": operation,
      "gen_ai.provider.name": "kioku",
      "gen_ai.request.model": model,
      "kioku.texts": texts,
    },
  };
}

/** As far as it is a result: what an embedder answers is checked only later. */
function embedAttributes(result: EmbedResult | undefined): Record<string, number> {
  const dimensions: unknown = result?.vectors?.[0]?.length;
  const tokens: unknown = result?.tokens;
  return {
    ...(typeof dimensions === "number" ? { "gen_ai.embeddings.dimension.count": dimensions } : {}),
    ...(typeof tokens === "number" ? { "gen_ai.usage.input_tokens": tokens } : {}),
  };
}

async function ending<T>(
  span: OpenSpan,
  options: unknown,
  call: () => Promise<{ readonly result: T; readonly attributes: Record<string, number> }>,
): Promise<T> {
  try {
    const { result, attributes } = await call();
    span.end(attributes);
    return result;
  } catch (error) {
    span.fail(errorType(error, options));
    throw error;
  }
}

/**
 * The object with one method replaced. Everything else is that of the object itself, read when it
 * is needed.
 */
function replacing<T extends object, N extends keyof T>(object: T, name: N, method: T[N]): T {
  return new Proxy(object, {
    get(target, member) {
      if (member === name) return method;
      const value: unknown = Reflect.get(target, member);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
