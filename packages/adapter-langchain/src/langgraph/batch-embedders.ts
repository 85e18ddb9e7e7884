import type { Embedder } from "@kioku/core";
import { embedTexts, type EmbedResult } from "@kioku/core/toolkit";

/** Wraps an embedder for one batch, so that equal queries are embedded once. */
export function withQueryCache(embedder: Embedder): Embedder {
  const answers = new Map<string, Promise<EmbedResult>>();
  return withEmbed(embedder, (texts, options) => {
    const name = JSON.stringify(texts);
    // Batches have no signal, so any caller's will do.
    const answer = answers.get(name) ?? embedder.embed(texts, options);
    answers.set(name, answer);
    return answer;
  });
}

/**
 * Embeds the texts of several writes in one call, once each write has asked or ended: nothing is
 * written before all is embedded, and plugins see every text first.
 */
export class CoalescingEmbedder {
  readonly #embedder: Embedder;
  readonly #order: readonly string[];
  readonly #texts = new Set<string>();
  readonly #made = Promise.withResolvers<ReadonlyMap<string, Float32Array>>();
  #waitedFor: number;

  /** `order`: expected texts in the order to embed them; `writers`: number of writes. */
  constructor(embedder: Embedder, order: readonly string[], writers: number) {
    this.#embedder = embedder;
    this.#order = order;
    this.#waitedFor = writers;
    // Avoids an unhandled rejection if no write asks.
    this.#made.promise.catch(() => undefined);
  }

  /** Runs one write with an embedder of its own. */
  async run<T>(write: (embedder: Embedder) => Promise<T>): Promise<T> {
    let hasArrived = false;
    const arrive = (texts: readonly string[]): void => {
      for (const text of texts) this.#texts.add(text);
      if (!hasArrived) this.#arrive();
      hasArrived = true;
    };
    const embed: Embedder["embed"] = async (texts, options) => {
      const isLate = hasArrived;
      arrive(texts);
      // A write that lost a race asks again, maybe for other texts.
      if (isLate) return this.#embedder.embed(texts, options);
      const made = await this.#made.promise;
      return { vectors: texts.flatMap((text) => made.get(text) ?? []) };
    };
    try {
      return await write(withEmbed(this.#embedder, embed));
    } finally {
      arrive([]);
    }
  }

  #arrive(): void {
    this.#waitedFor -= 1;
    if (this.#waitedFor === 0) this.#made.resolve(this.#embedAll());
  }

  /** Embeds all or fails: otherwise one write would go on while another fails. */
  async #embedAll(): Promise<ReadonlyMap<string, Float32Array>> {
    const expected = this.#order.filter((text) => this.#texts.has(text));
    const texts = [...new Set([...expected, ...this.#texts])];
    const asking = withEmbed(this.#embedder, (list, options) =>
      this.#embedder.embed(list, options),
    );
    const { vectors, failure } = await embedTexts(asking, texts, { purpose: "document" });
    if (failure) throw failure;
    return new Map(
      texts.flatMap((text, index) => {
        const vector = vectors[index];
        return vector ? [[text, vector.values] as const] : [];
      }),
    );
  }
}

/** Exceeds any batch: embeddings of LangChain split lists themselves. */
const MAX_BATCH_SIZE = 1_000_000;

/** Returns an embedder of the same space with another `embed`. */
function withEmbed(embedder: Embedder, embed: Embedder["embed"]): Embedder {
  const { id, dimensions, normalized, profile } = embedder;
  return { id, dimensions, normalized, profile, maxBatchSize: MAX_BATCH_SIZE, embed };
}
