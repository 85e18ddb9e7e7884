import type { CallOptions } from "../model/call-options.js";

/** A vector and what it is kept under. */
export interface CachedVector {
  /** Key: a hash, which tells nothing of the text. */
  readonly key: string;
  /** Nobody may change it, and whoever keeps it keeps a copy. */
  readonly vector: Float32Array;
}

/**
 * Keeps vectors under opaque keys, usually on disk: the second layer of `cachedEmbedder`. It may
 * drop what it likes, since whatever it lacks is made again. One that fails costs time and fails no
 * call.
 */
export interface VectorCache {
  /**
   * One answer per key, in order: the vector, which belongs to the caller from then on, or
   * `undefined`.
   */
  get(
    keys: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]>;
  /** Keeps vectors; what is there under the same key is replaced. */
  set(entries: readonly CachedVector[], options?: CallOptions): Promise<void>;
  /**
   * Removes what is kept under these keys, if anything. Unlike the others it must not resolve
   * before that is done.
   */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;
  /** Releases what it holds. Called once. */
  close(): Promise<void>;
}
