import type { LongTermMemory } from "@kioku/mind";

import type { InScope, Sent } from "./sent.js";

/** Part of a diary. */
export interface DiaryAnswer {
  /** Long-term memories, those that began last first. */
  readonly entries: readonly Sent<LongTermMemory>[];
  /** True if there may be earlier ones. */
  readonly hasMore: boolean;
}

/** A raw turn of a talk. */
export interface TurnRow {
  /** Id of its record. */
  readonly id: string;
  /** Who said it. */
  readonly speaker: string;
  /** True if it was the assistant. */
  readonly isAssistant: boolean;
  /** When it was said. */
  readonly at: string;
  /** Its text, at most 4,000 characters. */
  readonly text: string;
}

/** Verbs of the page `diary`. */
export interface DiaryVerbs {
  /** Reads about 40 entries of a diary. */
  diary: {
    readonly query: InScope & {
      /** Moment before which they begin. @defaultValue now */
      readonly before?: string | undefined;
      /** Only what was talked about in this thread. */
      readonly thread?: string | undefined;
    };
    readonly answer: DiaryAnswer;
  };
  /** Reads raw turns in the order of their ids, at most 500; those that are gone are missing. */
  turns: {
    readonly query: InScope & { readonly ids: readonly string[] };
    readonly answer: { readonly turns: readonly TurnRow[] };
  };
}
