import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";

/**
 * How wide the vectors of an embedder are, as it said or as it last answered. Those of another
 * width cannot be compared.
 */
export class VectorWidth {
  readonly #id: string;
  #current: number | undefined;

  constructor({ id, dimensions }: Embedder) {
    this.#id = id;
    this.#current = dimensions;
  }

  /** Numbers of a vector; `undefined` until that is known. */
  get current(): number | undefined {
    return this.#current;
  }

  /** Whether vectors that were kept can be used. Where no width is known, the first ones decide. */
  fits(vectors: readonly Float32Array[]): boolean {
    this.#current ??= vectors[0]?.length;
    return vectors.every(({ length }) => length === this.#current);
  }

  /**
   * Requires that vectors which the embedder has just made fit. If they do not, its width is theirs
   * from now on.
   * @throws `embedder-failed`, since its server seems to have another model now.
   */
  require(vectors: readonly (Float32Array | undefined)[]): void {
    for (const vector of vectors) {
      if (!vector || this.fits([vector])) continue;
      const before = this.#current ?? 0;
      this.#current = vector.length;
      const message = `embedder ${this.#id} answered a vector of ${vector.length} numbers after others of ${before}`;
      throw new MemoryError("embedder-failed", message, { retryable: true });
    }
  }
}
