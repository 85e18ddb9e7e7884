import type { SpaceStatus } from "@kioku/core";
import type { QueueStats } from "@kioku/core/toolkit";
import type { MindStats } from "@kioku/mind";

import type { InScope, Sent } from "./sent.js";

/** Sizes of a database, as `stats` of a SQLite store tells them. */
export interface StoreSizes {
  /** Records, all that there are. */
  readonly records: number;
  /** Records that can be found by their text. */
  readonly documents: number;
  /** Scopes with records. */
  readonly scopes: number;
  /** Length of the database. */
  readonly bytes: number;
  /** Unused bytes of it. */
  readonly freeBytes: number;
  /** Length of the write-ahead log. */
  readonly walBytes: number;
  /** Vector spaces. */
  readonly spaces: readonly {
    /** Name of the space. */
    readonly id: string;
    /** Number of its vectors. */
    readonly vectors: number;
  }[];
}

/** Figures that cost little. */
export interface FiguresAnswer {
  /** Of the scope alone. */
  readonly mind: Sent<MindStats>;
  /** Vector spaces of the whole database; absent if the studio shows a part of one. */
  readonly spaces?: readonly SpaceStatus[];
  /** Texts of the whole database that wait for vectors; absent without a queue. */
  readonly queue?: QueueStats;
  /** Sizes of the whole database, if the studio was given its store. */
  readonly store?: StoreSizes;
}

/** Counts of some memories; those of several answers are added up. */
export interface TallyAnswer {
  /** Memories that were counted. */
  readonly memories: number;
  /** By kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** By origin. */
  readonly origins: Readonly<Record<string, number>>;
  /** By scope below that of the studio. */
  readonly scopes: readonly (readonly [scope: readonly string[], memories: number])[];
  /** By the day on which they were written, such as `2026-11-26`. */
  readonly days: Readonly<Record<string, number>>;
  /** Of those that can be recalled, by bands of their probability from 0.9, 0.7, 0.5 and 0. */
  readonly strength: readonly number[];
  /** Put aside. */
  readonly archived: number;
  /** No longer holding. */
  readonly replaced: number;
  /** Kept from fading. */
  readonly pinned: number;
  /** When the first was written. */
  readonly oldest?: string;
  /** When the last was written. */
  readonly newest?: string;
  /** Argument that counts on; absent once all are counted. */
  readonly cursor?: string;
}

/** Verbs of the page `statistics`. */
export interface StatisticsVerbs {
  /** Reads what costs little. */
  figures: { readonly query: InScope; readonly answer: FiguresAnswer };
  /** Counts memories of a scope and those below, for some tenths of a second. */
  tally: {
    readonly query: InScope & {
      /** Where an earlier answer ended. */
      readonly cursor?: string | undefined;
    };
    readonly answer: TallyAnswer;
  };
}
