import type { CallOptions } from "../model/call-options.js";
import type { QueryExpander } from "./query-expander.js";

/** Options of `embed`. */
export interface EmbedOptions extends CallOptions {
  /** Purpose of the texts, which many models tell apart. @defaultValue `"document"` */
  readonly purpose?: "document" | "query";
}

/** Answer of `embed`. */
export interface EmbedResult {
  /** One per text, in order unless `indices` differs; of one width, finite, not zero. */
  readonly vectors: readonly Float32Array[];
  /** Index of the text of each vector, from 0, each once. @defaultValue their order */
  readonly indices?: readonly number[];
  /** Tokens that the provider counted, if it did. */
  readonly tokens?: number;
}

/** Meaning of a model's cosine similarities, measured once, to compare scores of all models. */
export interface EmbedderProfile {
  /** Cosine of a question and a text that has nothing to do with it, -1 to 1. */
  readonly unrelated: number;
  /** Cosine of a question and a text that answers it, greater than `unrelated`, at most 1. */
  readonly related: number;
  /** Share of meaning beside keywords, 0 to 1, more for better models. @defaultValue `0.5` */
  readonly meaningWeight?: number;
}

/** Turns texts into vectors. Implement `id` and `embed`; the rest is optional. */
export interface Embedder {
  /** Vector space: model, revision, width and prefix. Embedders of one id are interchangeable. */
  readonly id: string;
  /** Width of the vectors. Absent: core learns it from the first one. */
  readonly dimensions?: number | undefined;
  /** Most texts of one call. Core splits longer lists. @defaultValue `64` */
  readonly maxBatchSize?: number | undefined;
  /** Most tokens of one call by `estimateTokens`; a longer text comes alone. @defaultValue any */
  readonly maxBatchTokens?: number | undefined;
  /** Most concurrent calls for one list of texts, such as one `rememberAll`. @defaultValue `4` */
  readonly maxConcurrency?: number | undefined;
  /** True if all vectors have length 1 within 0.1 %. @defaultValue `false` */
  readonly normalized?: boolean | undefined;
  /** Absent: core measures it on the first recall with some fifty short texts. */
  readonly profile?: EmbedderProfile | undefined;
  /** Expander of the queries of every memory with this embedder. */
  readonly expander?: QueryExpander | undefined;
  /**
   * Embeds the texts. Any error becomes the `cause` of an `embedder-failed`. A `MemoryError`
   * `invalid-input` says that a text can never be embedded: `details.textIndex` names it, or core
   * halves the list until it stands alone. The others get their vectors, this one is not retried.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbedResult>;
  /** Forgets what it keeps of texts, known or not; called by `erase` before and after removal. */
  forget?(texts: readonly string[], options?: CallOptions): Promise<void>;
  /** Releases its resources, once, at `memory.close()`. Later calls reject with `closed`. */
  close?(): Promise<void>;
}

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
  get(keys: readonly string[], call?: CallOptions): Promise<readonly (Float32Array | undefined)[]>;
  /** Keeps vectors; what is there under the same key is replaced. */
  set(entries: readonly CachedVector[], options?: CallOptions): Promise<void>;
  /** Removes keys. Must not resolve before they are gone. */
  delete(keys: readonly string[], options?: CallOptions): Promise<void>;
  /** Releases what it holds. Called once. */
  close(): Promise<void>;
}
