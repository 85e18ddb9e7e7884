import type { CallOptions } from "../model/call-options.js";

/** A vector and what it is kept under. */
export interface CachedVector {
  /** Key: a hash, which tells nothing of the text. */
  readonly key: string;
  /** Nobody may change it, and whoever keeps it keeps a copy. */
  readonly vector: Float32Array;
}

/** Second layer of `cachedEmbedder`, usually on disk. May drop any; failures cost time only. */
export interface VectorCache {
  /** Returns one vector per key, in order, which the caller then owns. */
  get(
    keys: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]>;
  /** Keeps vectors; what is there under the same key is replaced. */
  set(entries: readonly CachedVector[], options?: CallOptions): Promise<void>;
  /** Removes keys. Must not resolve before they are gone. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;
  /** Releases what it holds. Called once. */
  close(): Promise<void>;
}
