import type { FailedWith, Operation } from "@kioku/core";
import type { MindEvents } from "@kioku/mind";

/** Record that an entry is about. */
export interface FeedRecord {
  /** Its id. */
  readonly id: string;
  /** Its scope, below that of the studio. */
  readonly scope: readonly string[];
}

/** Something that happened in the memory. */
export interface FeedEntry {
  /** Name of the event. */
  readonly name: keyof MindEvents;
  /** When it was noticed. */
  readonly at: string;
  /** Who did it: the program that holds the memory, this page, or another process. */
  readonly by: "program" | "studio" | "elsewhere";
  /** Scope of the records or of the call, below that of the studio. */
  readonly scope: readonly string[];
  /** Number of records written, found or removed. */
  readonly count: number;
  /** The first five of these that can be looked at. */
  readonly records: readonly FeedRecord[];
  /** Beginning of what was remembered or asked, at most 120 characters. */
  readonly text?: string;
  /** False for new versions of records that there were. */
  readonly isNew?: boolean;
  /** Verb of a call that has ended. */
  readonly operation?: Operation;
  /** Milliseconds from the call to its end. */
  readonly durationMs?: number;
  /** Code of what failed. */
  readonly error?: FailedWith | "failed";
}

/** Line of `GET /api/events`, JSON. */
export type FeedLine =
  | { readonly entry: FeedEntry }
  /** Number of entries that are left out, because this page was too slow. */
  | { readonly dropped: number }
  /** Nothing happened; the studio is still there. */
  | { readonly beat: true }
  /** There will be no more: the studio or the memory was closed. */
  | { readonly end: "studio" | "memory" };
