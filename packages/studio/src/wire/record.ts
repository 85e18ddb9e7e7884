import type { Emotion, MemoryRecord, Revision } from "@kioku/core";

import type { MemoryRow } from "./memories.js";
import type { InScope, Sent } from "./sent.js";

/** Memory that a request is about. */
export interface OneMemory extends InScope {
  /** Its id. */
  readonly id: string;
}

/** Memory that is to change, as it was seen. */
export interface SeenMemory extends OneMemory {
  /** Version that was seen; with any other one nothing is changed. */
  readonly ifVersion: number;
}

/** A passage that proves a sentence. */
interface ProvingQuote {
  /** Id of the memory that says it. */
  readonly source: string;
  /** Its words. */
  readonly quote: string;
}

/** A memory, where it came from, and what became of it. */
export interface RecordAnswer {
  /** The memory; of a very long text the beginning. */
  readonly record: Sent<MemoryRecord>;
  /** True if not all of its text was sent. */
  readonly isCut: boolean;
  /** Its newest versions, at most 50, the oldest first. */
  readonly versions: readonly Sent<Revision>[];
  /** Memories that it was made of, at most 50. */
  readonly sources: readonly MemoryRow[];
  /** Passages that it was made of, if it is a fact or an episode. */
  readonly quotes: readonly ProvingQuote[];
  /** Writer of it: `rule`, or the id of a model. */
  readonly by?: string;
  /** Memories just before it in its thread. */
  readonly before: readonly MemoryRow[];
  /** Memories just after it in its thread. */
  readonly after: readonly MemoryRow[];
  /** Memories that took its place. */
  readonly replacedBy: readonly MemoryRow[];
  /** Memories whose place it took. */
  readonly replaces: readonly MemoryRow[];
}

/** A memory that was made of another one. */
interface DerivedRow extends MemoryRow {
  /** False if it was made of what was made of it. */
  readonly isDirect: boolean;
}

/** Counts of all that an erasure removes. */
export interface ErasureAnswer {
  /** Memories: 1, or 0 if it is gone already. */
  readonly records: number;
  /** Number of memories that were made of it. */
  readonly derived: number;
  /** The first 50 of those. */
  readonly derivedRows: readonly DerivedRow[];
  /** Versions of all these. */
  readonly revisions: number;
  /** Vectors of all these. */
  readonly vectors: number;
  /** Places out of reach, in words. */
  readonly unreached: readonly string[];
}

/** Changes of a memory; what is left out stays. */
export interface RecordChanges {
  /** New text. */
  readonly content?: string | undefined;
  /** Sort of memory. */
  readonly kind?: string | undefined;
  /** Who said it. */
  readonly speaker?: string | undefined;
  /** 0 to 1. */
  readonly importance?: number | undefined;
  /** Kept from fading. */
  readonly pinned?: boolean | undefined;
  /** Its feeling. */
  readonly emotion?: Emotion | undefined;
  /** When it happened. */
  readonly occurredAt?: string | undefined;
  /** From when it is true. */
  readonly validFrom?: string | undefined;
  /** Until when it was true. */
  readonly validTo?: string | undefined;
}

/** Verbs of the page `record`. */
export interface RecordVerbs {
  /** Reads a memory with all that belongs to it. */
  record: { readonly query: OneMemory; readonly answer: RecordAnswer };
  /** Tells what an erasure would remove, and with it what was made of a memory. */
  erasure: { readonly query: OneMemory; readonly answer: ErasureAnswer };
  /** Writes a new version of a memory. */
  edit: {
    readonly query: SeenMemory & { readonly changes: RecordChanges };
    readonly answer: { readonly version: number };
  };
  /** Forgets a memory and what nothing else proves; history stays. */
  forget: { readonly query: SeenMemory; readonly answer: { readonly forgotten: number } };
  /** Erases a memory, its history, and what was made of it, for good. */
  erase: { readonly query: SeenMemory; readonly answer: ErasureAnswer };
}
