import type { Receipt, RememberAllOptions, RememberInput } from "../../api/inputs.js";
import type { Memory } from "../../api/memory.js";
import type { RecalledMemory } from "../../api/queries.js";
import type { Embedder } from "../../contracts/embedder.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Filter } from "../../model/filter.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Reach } from "../../model/scope.js";

/** Options of `memoryVectors`. */
export interface MemoryVectorsOptions {
  /**
   * The embedder that makes them. One that is not the memory's keeps its vectors in a space of
   * their own, which recall never asks.
   * @defaultValue the memory's embedder that recall asks
   */
  readonly embedder?: Embedder | undefined;
  /**
   * Most texts of one record that have a vector each, 1 to 32. With more than 1, a search compares
   * all vectors of a record, and the best counts.
   * @defaultValue 1
   */
  readonly maxTexts?: number | undefined;
}

/** An input of `rememberAll`, and its vector if there is one already. */
export interface VectorInput extends RememberInput {
  /**
   * Vector of `content`: finite numbers, not all zero, as wide as the space; any length. If a
   * plugin changes the content, it is made anew.
   * @defaultValue what the embedder makes of `content`
   */
  readonly vector?: ArrayLike<number> | undefined;
  /**
   * The texts that get a vector each, at most `maxTexts`, none blank; not together with `vector`.
   * Called when plugins have seen the input. Two inputs of one content must have as many texts.
   * @defaultValue `content` alone
   */
  readonly textsOf?: ((input: RememberInput) => readonly string[]) | undefined;
}

/** A search for a text or a vector. */
export type VectorQuery = VectorSearch &
  (
    | {
        /** Embedded as a query; not blank. */
        readonly query: string;
        /** Left out. */
        readonly vector?: undefined;
      }
    | {
        /** The text that the vector is of, for plugins; not embedded. */
        readonly query?: string | undefined;
        /** Finite numbers, not all zero, as wide as the space. */
        readonly vector: ArrayLike<number>;
      }
  );

/** Range and size of a search. */
export interface VectorSearch {
  /** 1 to 10,000. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** Only records for which this holds; applied inside the search. */
  readonly filter?: Filter | undefined;
  /** Only records of these kinds. */
  readonly kinds?: readonly string[] | undefined;
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
}

/**
 * Records of one scope together with their vectors in one space, for callers that bring vectors of
 * their own or need plain similarity, such as vector stores. A memory ranks; this only measures.
 */
export interface MemoryVectors {
  /** The view of the same scope. */
  readonly memory: Memory;
  /** Returns the same for a scope below this one. */
  scope(...path: readonly [string, ...string[]]): MemoryVectors;
  /** Returns the embedder given, or that of recall now. @throws `invalid-input` for none. */
  embedder(options?: CallOptions): Promise<Embedder>;
  /**
   * Does as `memory.rememberAll`, with vectors. If a foreign embedder fails, none is written.
   * @throws `embedder-failed`; `vector-space-mismatch` for a vector of another width.
   */
  rememberAll(
    inputs: readonly VectorInput[],
    options?: RememberAllOptions,
  ): Promise<readonly Receipt[]>;
  /**
   * Returns the nearest records by cosine similarity, nearest first, whatever that is:
   * `signals.similarity` has it, -1 to 1, and `score` is it, but at least 0. Records without a
   * vector in this space are not found. No reranking, no recency, no threshold.
   * @throws `embedder-failed`; `vector-space-mismatch` for a vector of another width.
   */
  search(query: VectorQuery, options?: CallOptions): Promise<readonly RecalledMemory[]>;
  /**
   * Returns the vectors of these records, of length 1, in order; `undefined` where there is none,
   * and for records that are neither of this scope nor below.
   */
  vectors(
    records: readonly MemoryRecord[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]>;
  /** Returns the records of these keys in this scope, in order; `undefined` where there is none. */
  readKeys(
    keys: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (MemoryRecord | undefined)[]>;
}
