import type { WriteOptions } from "../model/call-options.js";
import type { Filter } from "../model/filter.js";
import type { JsonObject, JsonValue } from "../model/json.js";
import type { Emotion, MemoryRecord, Origin } from "../model/record.js";
import type { Reach } from "../model/scope.js";

/** What to remember. Only `content` is needed. */
export interface RememberInput {
  /** The text to embed, search and show. Not blank; at most 4,194,304 UTF-16 code units. */
  readonly content: string;
  /** Unique within the scope; remembering the same key again makes a new version of that record. */
  readonly key?: string | undefined;
  /** @defaultValue `"note"` */
  readonly kind?: string | undefined;
  /** What `get(key)` returns. @defaultValue `content` */
  readonly value?: JsonValue | undefined;
  /** Own fields, for filters. At most 16 levels deep. */
  readonly metadata?: JsonObject | undefined;
  /** Conversation or session it belongs to. */
  readonly thread?: string | undefined;
  /** @defaultValue `"user"` */
  readonly origin?: Origin | undefined;
  /** 0 to 1; never more than that of any of its `sources`. @defaultValue 1; 0.5 for `web` and `tool` */
  readonly trust?: number | undefined;
  /** Ids in this scope that it was derived from; ones that are not there are kept as they are. */
  readonly sources?: readonly string[] | undefined;
  /** 0 to 1. @defaultValue 0.5 */
  readonly importance?: number | undefined;
  /** How it felt. */
  readonly emotion?: Emotion | undefined;
  /** @defaultValue `false` */
  readonly pinned?: boolean | undefined;
  /** When it happened. */
  readonly occurredAt?: Date | undefined;
  /** From when it is true. */
  readonly validFrom?: Date | undefined;
  /** Until when it was true. */
  readonly validTo?: Date | undefined;
  /** Ids in this scope that this replaces: their `validTo` is closed, they stay in history. */
  readonly supersedes?: readonly string[] | undefined;
  /** Milliseconds until it expires, more than 0. */
  readonly ttlMs?: number | undefined;
  /** `false`: kept and listed, but never recalled. @defaultValue `true` */
  readonly index?: boolean | undefined;
  /** The same key in the same scope writes once, so that a retry or a replay is harmless. */
  readonly idempotencyKey?: string | undefined;
  /**
   * `exact`: if the scope already says this (same normalised text, kind, thread and `occurredAt`), nothing is written and
   * the receipt says `duplicate`. With a `key` it must be `off`, since the key says which record it is.
   * @defaultValue `"exact"`, but `"off"` when there is a `key` or a `thread`
   */
  readonly dedupe?: "off" | "exact" | undefined;
}

/** What became of one input. A batch is all or nothing; within it every item says what happened. */
export type Receipt =
  | {
      /** Written, and findable by meaning and keyword. */
      readonly status: "stored";
      /** The record as stored. */
      readonly record: MemoryRecord;
    }
  | {
      /** Written and findable by keyword; the embedder failed, `reindex` adds the vector. */
      readonly status: "queued";
      /** The record as stored. */
      readonly record: MemoryRecord;
      /** What the embedder failed with. */
      readonly reason: string;
    }
  | {
      /** The scope already said so; this is the record that does. */
      readonly status: "duplicate";
      /** The record that was there. */
      readonly record: MemoryRecord;
    }
  | {
      /** A plugin vetoed it; nothing was written. */
      readonly status: "rejected";
      /** Id of the plugin. */
      readonly by: string;
      /** Why, in its words. */
      readonly reason: string;
    };

/** What `rememberAll` takes. */
export interface RememberAllOptions extends WriteOptions {
  /** Called while embedding, and once more when everything is committed (`done === total`). */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What `set` takes. */
export interface SetOptions extends WriteOptions {
  /**
   * How the entry is found by meaning: by key and value (`true`), by a text of its own (a string), or not (`false`).
   * @defaultValue `true`
   */
  readonly index?: boolean | string | undefined;
  /** @defaultValue `"entry"` */
  readonly kind?: string | undefined;
  /** Own fields, for filters. @defaultValue those the entry has */
  readonly metadata?: JsonObject | undefined;
  /** Where the value came from. @defaultValue `"user"` */
  readonly origin?: Origin | undefined;
  /** 0 to 1. @defaultValue 1; 0.5 for `web` and `tool` */
  readonly trust?: number | undefined;
  /** 0 to 1. @defaultValue that of the entry, else 0.5 */
  readonly importance?: number | undefined;
  /** Milliseconds until it expires, more than 0. */
  readonly ttlMs?: number | undefined;
  /** Write only if the entry's version is this one; 0: only if there is none. Otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
}

/** What `update` changes; what it does not name stays as it is. */
export interface RecordPatch {
  /** The new text; it is embedded and indexed anew. */
  readonly content?: string | undefined;
  /** What `get(key)` returns from now on. */
  readonly value?: JsonValue | undefined;
  /** What sort of memory it is. */
  readonly kind?: string | undefined;
  /** Merged member by member; a member that is `null` is removed. */
  readonly metadata?: JsonObject | undefined;
  /** Conversation or session it belongs to. */
  readonly thread?: string | undefined;
  /** 0 to 1. */
  readonly trust?: number | undefined;
  /** 0 to 1. */
  readonly importance?: number | undefined;
  /** How it felt. */
  readonly emotion?: Emotion | undefined;
  /** Whether forgetting leaves it alone. */
  readonly pinned?: boolean | undefined;
  /** When it happened. */
  readonly occurredAt?: Date | undefined;
  /** From when it is true. */
  readonly validFrom?: Date | undefined;
  /** Until when it was true. */
  readonly validTo?: Date | undefined;
  /** Milliseconds from now until it expires, more than 0. */
  readonly ttlMs?: number | undefined;
}

/** What `update` takes. */
export interface UpdateOptions extends WriteOptions {
  /** The version must still be this one; otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
}

/** What to forget: one id, one key, whatever a filter selects, or everything. */
export type ForgetTarget = string | ForgetByKey | ForgetByFilter | ForgetEverything;

/** The record of one key. */
export interface ForgetByKey {
  /** Its key. */
  readonly key: string;
}

/** Every record that a filter selects, archived, retired and expired ones included. */
export interface ForgetByFilter {
  /** What must hold. */
  readonly filter: Filter;
}

/** Every record, archived, retired and expired ones included. */
export interface ForgetEverything {
  /** Has to be said. */
  readonly everything: true;
}

/** What `forget` takes. */
export interface ForgetOptions extends WriteOptions {
  /** For `filter` and `everything`. @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /**
   * Also drop the history of what is forgotten: of an id that was forgotten before, too, and with `everything` of all that
   * was ever in the scope.
   * @defaultValue `false`
   */
  readonly purge?: boolean | undefined;
}

/** What to list. */
export interface ListQuery {
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /** Only records of these kinds. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds. */
  readonly filter?: Filter | undefined;
  /** By `key`, only records that have one are listed. @defaultValue `"createdAt"` */
  readonly orderBy?: "createdAt" | "updatedAt" | "key" | undefined;
  /** @defaultValue `"asc"` */
  readonly order?: "asc" | "desc" | undefined;
  /** 1 to 1,000. @defaultValue 100 */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** List also what was superseded or is not true yet. @defaultValue `false` */
  readonly includeRetired?: boolean | undefined;
  /** @defaultValue `false` */
  readonly includeArchived?: boolean | undefined;
}
