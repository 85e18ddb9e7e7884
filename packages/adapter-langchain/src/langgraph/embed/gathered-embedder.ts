import type { Embedder } from "@kioku/core";
import { embedTexts } from "@kioku/core/toolkit";

import { withEmbed } from "./with-embed.js";

/**
 * Lets several writes, one per namespace, embed their texts in one call: it waits until each of
 * them has asked, or has ended without asking. So nothing is written before everything is embedded,
 * and plugins have seen every text before the embeddings do.
 */
export class GatheredEmbedder {
  readonly #embedder: Embedder;
  readonly #order: readonly string[];
  readonly #texts = new Set<string>();
  readonly #made = Promise.withResolvers<ReadonlyMap<string, Float32Array>>();
  #waitedFor: number;

  /**
   * `order`: the texts as they are expected, which is how they are asked for; `writers`: how many
   * writes there will be.
   */
  constructor(embedder: Embedder, order: readonly string[], writers: number) {
    this.#embedder = embedder;
    this.#order = order;
    this.#waitedFor = writers;
    // Where no write asks, nobody is told.
    this.#made.promise.catch(() => undefined);
  }

  /** Runs one of the writes, with an embedder of its own. */
  async run<T>(write: (embedder: Embedder) => Promise<T>): Promise<T> {
    let hasAsked = false;
    const arrive = (texts: readonly string[]): void => {
      for (const text of texts) this.#texts.add(text);
      if (!hasAsked) this.#arrive();
      hasAsked = true;
    };
    const embed: Embedder["embed"] = async (texts, options) => {
      const isLate = hasAsked;
      arrive(texts);
      // A write that lost a race asks again, perhaps for other texts.
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

  /** All or none: a write that got its vectors would go on while another one fails. */
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
