import type { StrengthRow } from "./forgetting.js";
import type { InScope } from "./sent.js";

/** Which memories by what became of them: as they are recalled, put aside, replaced, or all. */
export type MemoryState = "current" | "archived" | "replaced" | "all";
/** Order of a listing. */
export type MemoryOrder = "newest" | "oldest" | "changed";
/** Which memories by their feeling. */
export type FeelingFilter = "any" | "pleasant" | "unpleasant";

/** Memories of a scope and those below it that are asked for. */
export interface MemorySelection extends InScope {
  /** @defaultValue every kind but the notes that a mind keeps for itself */
  readonly kind?: string | undefined;
  /** @defaultValue every origin */
  readonly origin?: string | undefined;
  /** @defaultValue `current` */
  readonly state?: MemoryState | undefined;
  /** Only those that are kept from fading. @defaultValue `false` */
  readonly isPinned?: boolean | undefined;
  /** @defaultValue with or without one */
  readonly feeling?: FeelingFilter | undefined;
  /** Instant from which on they were written. */
  readonly from?: string | undefined;
  /** Instant before which they were written. */
  readonly to?: string | undefined;
}

/** A memory in a list. */
export interface MemoryRow extends StrengthRow {
  /** Where it came from. */
  readonly origin: string;
  /** When this version was written. */
  readonly updatedAt: string;
  /** Since when it is put aside. */
  readonly archivedAt?: string;
  /** Until when it was true. */
  readonly validTo?: string;
  /** Fit to the query, 0 to 1; only of a search. */
  readonly relevance?: number;
}

/** Some rows of a listing. */
export interface RowsAnswer {
  /** The rows, from the one that was asked for on; fewer at the end. */
  readonly rows: readonly MemoryRow[];
  /** Number of all that are known so far. */
  readonly total: number;
  /** False while they are being counted. */
  readonly isComplete: boolean;
  /** Another number than before says that rows have moved. */
  readonly edition: number;
  /** Kinds that were seen so far. */
  readonly kinds: readonly string[];
}

/** Memories that fit a query. */
interface SearchAnswer {
  /** Best first. */
  readonly rows: readonly MemoryRow[];
  /** False if none was relevant, and these only have words of the query. */
  readonly isRelevant: boolean;
}

/** Verbs of the page `memories`. */
export interface MemoriesVerbs {
  /** Reads rows of a listing, from any place on. */
  rows: {
    readonly query: MemorySelection & {
      /** @defaultValue `newest` */
      readonly order?: MemoryOrder | undefined;
      /** Rows before the first one. @defaultValue 0 */
      readonly start?: number | undefined;
      /** Most rows, 0 to 500. @defaultValue 200 */
      readonly limit?: number | undefined;
      /** True to read again what was kept of earlier requests. @defaultValue `false` */
      readonly isFresh?: boolean | undefined;
    };
    readonly answer: RowsAnswer;
  };
  /** Recalls the memories that fit a text, or else those with its words. */
  search: {
    readonly query: MemorySelection & {
      /** Text to search for. */
      readonly text: string;
      /** Most rows, 1 to 500. @defaultValue 100 */
      readonly limit?: number | undefined;
    };
    readonly answer: SearchAnswer;
  };
}
