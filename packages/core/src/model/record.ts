import { compareText } from "./compare-text.js";
import type { Scope } from "./scope.js";

/** A JSON value that holds no others. Numbers are finite. */
export type JsonPrimitive = string | number | boolean | null;

/** Anything JSON can say. */
export type JsonValue = JsonPrimitive | readonly JsonValue[] | JsonObject;

/** A JSON object. Members that are `undefined` are left out when it is stored. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Where a memory came from. `web` and `tool` are untrusted: nothing promotes them by itself. */
export type Origin = "user" | "assistant" | "tool" | "web" | "system" | "import" | "derived";

/** Use of a text: it states something, only asks, or is nothing but greetings and the like. */
export type TextForm = "statement" | "question" | "small-talk";

/** Affect on two axes. It may raise memories; never trust, or protection from correction. */
export interface Emotion {
  /** -1 (unpleasant) to 1 (pleasant). */
  readonly valence: number;
  /** 0 (calm) to 1 (excited). */
  readonly arousal: number;
}

/** Strength of a memory. Use changes it, reading does not; a change makes no new version. */
export interface Strength {
  /** Days until the probability of recall has fallen to 0.9 (FSRS-6). Greater than 0. */
  readonly stabilityDays: number;
  /** Times it was marked as used. */
  readonly uses: number;
  /** When it was last marked as used. */
  readonly lastUsedAt?: Date;
}

/** The one data type: a note has `content`, an entry also `key` and `value`. Records are copies. */
export interface MemoryRecord {
  /** UUIDv7 made by the client; together with `scope` it identifies the record. */
  readonly id: string;
  /** The scope that owns it. */
  readonly scope: Scope;
  /** Unique within its scope. Writing the same key again makes a new version of the same record. */
  readonly key?: string;
  /** Sort of memory, such as `note`, `message` or `entry`; free for the host to choose. */
  readonly kind: string;
  /** Text that is embedded, searched and shown to models. Well-formed Unicode without NUL. */
  readonly content: string;
  /** Value that `get` returns, if the record was written with `set`. */
  readonly value?: JsonValue;
  /** The host's own fields; the plain names of a `Filter` refer to them. */
  readonly metadata: JsonObject;
  /** Conversation or session; records of one thread have neighbours. */
  readonly thread?: string;
  /** Who said it; absent: by `origin`, the user or the assistant did. */
  readonly speaker?: string;
  /** Use of its text; found from it when it was written, unless the writer said so. */
  readonly form: TextForm;
  /** Where it came from. */
  readonly origin: Origin;
  /** 0 to 1. Of a derived record: the least of its sources'. */
  readonly trust: number;
  /** Ids (in the same scope) this was derived from. */
  readonly sources: readonly string[];
  /** 0 to 1. */
  readonly importance: number;
  /** Emotion of the memory, if known. */
  readonly emotion?: Emotion;
  /** Pinned records are never archived by forgetting. */
  readonly pinned: boolean;
  /** Strength of the memory. */
  readonly strength: Strength;
  /** When it happened, if that is not when it was written. */
  readonly occurredAt?: Date;
  /** From when it is true; absent: always was. */
  readonly validFrom?: Date;
  /** Until when it was true (exclusive); set when it is superseded. */
  readonly validTo?: Date;
  /** When this record was first written. */
  readonly createdAt: Date;
  /** When this version was written. */
  readonly updatedAt: Date;
  /** From this moment on it does not exist for any read, and `sweep` removes it. */
  readonly expiresAt?: Date;
  /** Set when forgetting put it aside: kept, but recalled only with `includeArchived`. */
  readonly archivedAt?: Date;
  /** 1 for the first version, one more for each change. */
  readonly version: number;
}

/** Kind of change that made a version of a record. */
export type RevisionChange =
  | "created"
  | "updated"
  | "superseded"
  | "archived"
  | "restored"
  | "deleted";

/** One version of a record, as history keeps it. */
export interface Revision {
  /** The version this change made; a deletion counts as one. */
  readonly version: number;
  /** Kind of the change. */
  readonly change: RevisionChange;
  /** When it was written. */
  readonly at: Date;
  /** Who did it, if the writer said so. */
  readonly actor?: string;
  /** Why, if the writer said so. */
  readonly cause?: string;
  /** The record from `at` on, with its present or final strength; absent for a deletion. */
  readonly record?: MemoryRecord;
}

/** A moment on the two axes of time: what was believed then, and what was true then. */
export interface AsOf {
  /** The last versions by then, without what expired or was purged since. @defaultValue now */
  readonly knownAt?: Date | undefined;
  /** True then: `validFrom` at or before it, `validTo` after it. @defaultValue now */
  readonly validAt?: Date | undefined;
}

/** Returns true if the statement of a record was true at an instant. */
export function isValidAt(
  { validFrom, validTo }: Pick<MemoryRecord, "validFrom" | "validTo">,
  at: Date,
): boolean {
  return (validFrom === undefined || validFrom <= at) && (validTo === undefined || validTo > at);
}

/** Returns the time that a record is of, or else when it was written. */
export function instantOf({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
}

/** Orders by time, those of one instant by id, which is also the order of a thread. */
export function compareByTime(a: MemoryRecord, b: MemoryRecord): number {
  return instantOf(a).getTime() - instantOf(b).getTime() || compareText(a.id, b.id);
}

/** Every origin there is. */
export const ORIGINS = ["user", "assistant", "tool", "web", "system", "import", "derived"] as const;

/** Every form of a text. */
export const TEXT_FORMS: readonly TextForm[] = ["statement", "question", "small-talk"];

/** One page of a longer list. */
export interface Page<T> {
  /** The items of this page, in the order asked for. */
  readonly items: readonly T[];
  /** Argument for the next page, absent on the last one. Opaque, safe to store and send. */
  readonly cursor?: string;
}

/** Scope and id of a record. The same id in another scope is another record. */
export interface RecordId {
  /** The scope that owns it. */
  readonly scope: Scope;
  /** Unique within the scope. */
  readonly id: string;
}
