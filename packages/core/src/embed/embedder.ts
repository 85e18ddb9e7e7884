import type { CallOptions } from "../model/call-options.js";

/** What `embed` takes beside the texts. */
export interface EmbedOptions extends CallOptions {
  /**
   * What the texts are for; many models embed questions and documents differently. Core always says it.
   * @defaultValue `"document"`
   */
  readonly purpose?: "document" | "query";
}

/** What `embed` answers. */
export interface EmbedResult {
  /** One per text, in order (unless `indices` says otherwise), all of one width, finite and not zero. Need not be normalised: core does that. */
  readonly vectors: readonly Float32Array[];
  /**
   * Which text each vector is of, counted from 0, if the provider says so: core puts the vectors in order, and refuses an answer
   * that does not name every text exactly once.
   * @defaultValue the order of the texts
   */
  readonly indices?: readonly number[];
  /** What the provider counted, if it did. */
  readonly tokens?: number;
}

/** What cosine similarities of a model mean, measured once; it makes scores of all models comparable. */
export interface EmbedderProfile {
  /** Cosine of a question and a text that has nothing to do with it, -1 to 1. */
  readonly unrelated: number;
  /** Cosine of a question and a text that answers it, greater than `unrelated`, at most 1. */
  readonly related: number;
  /**
   * Share of meaning in relevance beside keywords, 0 to 1: the better the model, the more.
   * @defaultValue `0.5`
   */
  readonly meaningWeight?: number;
}

/** Turns texts into vectors. Implement `id` and `embed`; the rest is optional. */
export interface Embedder {
  /**
   * Identity of the vector space, kept beside every vector: model, revision and width, and the prompt prefix if there is
   * one. Two embedders with one id must be interchangeable.
   */
  readonly id: string;
  /** Width of the vectors. Absent: core learns it from the first one. */
  readonly dimensions?: number;
  /**
   * How many texts one call may take. Core splits longer lists.
   * @defaultValue `64`
   */
  readonly maxBatchSize?: number;
  /** Absent: core measures it on the first recall, by embedding a fixed set of some fifty short texts. */
  readonly profile?: EmbedderProfile;
  /** Embeds the texts. Rejects with any error; core reports it as `embedder-failed` and keeps it as `cause`. */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbedResult>;
  /** Releases what it holds. Called once, by `memory.close()`. */
  close?(): Promise<void>;
}
