import type { CallOptions } from "../model/call-options.js";

/** Options of `embed`. */
export interface EmbedOptions extends CallOptions {
  /**
   * Purpose of the texts; many models embed questions and documents differently. Core always passes
   * it.
   * @defaultValue `"document"`
   */
  readonly purpose?: "document" | "query";
}

/** Answer of `embed`. */
export interface EmbedResult {
  /**
   * One per text, in order (unless `indices` says otherwise), all of one width, finite and not
   * zero. Need not be normalised: core does that.
   */
  readonly vectors: readonly Float32Array[];
  /**
   * Which text each vector is of, counted from 0, if the provider says so: core puts the vectors in
   * order, and refuses an answer that does not name every text exactly once.
   * @defaultValue the order of the texts
   */
  readonly indices?: readonly number[];
  /** Tokens that the provider counted, if it did. */
  readonly tokens?: number;
}

/**
 * Meaning of the cosine similarities of a model, measured once; it makes scores of all models
 * comparable.
 */
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
   * Identity of the vector space, kept beside every vector: model, revision and width, and the
   * prompt prefix if there is one. Two embedders with one id must be interchangeable.
   */
  readonly id: string;
  /** Width of the vectors. Absent: core learns it from the first one. */
  readonly dimensions?: number | undefined;
  /**
   * Most texts of one call. Core splits longer lists.
   * @defaultValue `64`
   */
  readonly maxBatchSize?: number | undefined;
  /**
   * Most tokens that the texts of one call have together, as `estimateTokens` counts them. Core
   * splits longer lists; a longer text comes alone.
   * @defaultValue any number
   */
  readonly maxBatchTokens?: number | undefined;
  /**
   * Most calls that core has under way for one list of texts, such as those of one `rememberAll`.
   * Calls of several operations add up; a limit over all of them is enforced by the embedder.
   * @defaultValue `4`
   */
  readonly maxConcurrency?: number | undefined;
  /**
   * True if all vectors have length 1, to one part in a thousand. Core scales vectors in any case.
   * @defaultValue `false`
   */
  readonly normalized?: boolean | undefined;
  /**
   * Absent: core measures it on the first recall, by embedding a fixed set of some fifty short
   * texts.
   */
  readonly profile?: EmbedderProfile | undefined;
  /**
   * Embeds the texts. Rejects with any error; core reports it as `embedder-failed` and keeps it as
   * `cause`. A `MemoryError` with the code `invalid-input` says that one of the texts cannot be
   * embedded, whoever asks and however often. Its number `textIndex` says which one: core asks for
   * the others without it. Where that is not said, core halves the list until the text stands
   * alone. Either way the others get their vectors, and this one is not tried again.
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbedResult>;
  /**
   * Forgets what it keeps of texts, in memory and on disk, for any purpose. Called by `erase`,
   * before the removal and after it; only an embedder that keeps something has it. Texts that it
   * does not know are no failure. Rejects with the signal's reason if that is aborted.
   */
  forget?(texts: readonly string[], options?: CallOptions): Promise<void>;
  /**
   * Releases what it holds; called by `memory.close()`. Calling it again does nothing more. From
   * then on `embed` rejects with `closed`; a call that is under way is answered, or rejects with
   * `closed` as well.
   */
  close?(): Promise<void>;
}
