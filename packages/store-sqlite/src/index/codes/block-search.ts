import type { QueryCodes } from "./code-kernel.js";
import type { SignSearch } from "./sign-bits.js";

/** A search of a block by codes. */
export interface BlockSearch {
  /** The query that was given to `setQuery`. */
  readonly query: QueryCodes;
  /** Number of scales that a score may fall short of the threshold. */
  readonly slack: number;
  readonly threshold: number;
  /** A bit per ordinal, lowest first, 0 beyond its end. Default: all ordinals. */
  readonly mask?: Uint32Array | undefined;
}

/** A search of a block by signs, then by codes. */
export interface SignedSearch extends BlockSearch, SignSearch {}

/** Receives a hit: its ordinal, its score, and the scale of its codes. */
export type FoundOrdinal = (ordinal: number, score: number, scale: number) => void;
