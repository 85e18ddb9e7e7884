import type { WriteOptions } from "../model/call-options.js";
import type { Emotion, JsonObject, JsonValue, MemoryRecord, Origin } from "../model/record.js";

/** Input of `remember`. Only `content` is needed. */
export interface RememberInput {
  /** The text to embed, search and show. Not blank; at most 4,194,304 UTF-16 code units. */
  readonly content: string;
  /** Unique within the scope; remembering the same key again makes a new version of that record. */
  readonly key?: string | undefined;
  /** @defaultValue `"note"` */
  readonly kind?: string | undefined;
  /**
   * Value that `get(key)` returns.
   * @defaultValue `content`
   */
  readonly value?: JsonValue | undefined;
  /** Own fields, for filters. At most 16 levels deep. */
  readonly metadata?: JsonObject | undefined;
  /** Conversation or session it belongs to. */
  readonly thread?: string | undefined;
  /** @defaultValue `"user"` */
  readonly origin?: Origin | undefined;
  /**
   * 0 to 1; never more than that of any of its `sources`. @defaultValue 1; 0.5 for `web` and `tool`
   */
  readonly trust?: number | undefined;
  /**
   * Ids in this scope that it was derived from, kept as they are. One that was forgotten counts
   * with the trust that it had, one that nothing is known of as untrusted.
   */
  readonly sources?: readonly string[] | undefined;
  /** 0 to 1. @defaultValue 0.5 */
  readonly importance?: number | undefined;
  /** Emotion of the memory. */
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
  /**
   * The same key in the same scope writes once, so that a retry or a replay is harmless. With
   * another content it is a `conflict`: another text or origin, or another `kind`, `key`, `value`,
   * `thread` or `occurredAt` where one is named.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * `exact`: if the scope already says this (same normalised text, kind, thread and `occurredAt`,
   * trusted or not), nothing is written: the record that says so becomes stronger as if it had been
   * used, and the receipt says `duplicate`. `{ similarity }`: the same for what says it in much the
   * same words. With a `key` it must be `off`, since the key says which record it is.
   * @defaultValue `"exact"`, but `"off"` when there is a `key` or a `thread`
   */
  readonly dedupe?: "off" | "exact" | SimilarityDedupe | undefined;
}

/** Takes two texts for the same if their vectors are this much alike. */
export interface SimilarityDedupe {
  /**
   * Least cosine similarity, more than 0 and at most 1, of the first embedder's vectors of two
   * records of one kind and thread, both trusted or neither. What that means differs between
   * models: 0.95 is cautious with most. Where there is no vector, only exact duplicates count.
   */
  readonly similarity: number;
}

/** Result of one input. A batch is all or nothing; each of its items has a receipt. */
export type Receipt =
  | {
      /** Written, and findable by meaning and keyword. */
      readonly status: "stored";
      /** The record as stored. */
      readonly record: MemoryRecord;
    }
  | {
      /**
       * Written and findable by keyword, but not by meaning yet: the embedder failed, or embedding
       * is left to workers. The background, a worker or `reindex` adds the vector.
       */
      readonly status: "queued";
      /** The record as stored. */
      readonly record: MemoryRecord;
      /** Failure of the embedder, or a sentence that nothing failed. */
      readonly reason: string;
    }
  | {
      /** The scope already said so; this is the record that does. */
      readonly status: "duplicate";
      /** The record that was there. */
      readonly record: MemoryRecord;
    }
  | {
      /** It was not allowed; nothing was written. */
      readonly status: "rejected";
      /**
       * Id of the plugin that vetoed it, or `trust`: it would have replaced what is trusted by what
       * is not.
       */
      readonly by: string;
      /** Why, in its words. */
      readonly reason: string;
    };

/** Options of `rememberAll`. */
export interface RememberAllOptions extends WriteOptions {
  /** Called while embedding, and once more when everything is committed (`done === total`). */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Options of `set`. */
export interface SetOptions extends WriteOptions {
  /**
   * Text by which searches find the entry: key and value (`true`), a text of its own (a string), or
   * none (`false`).
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
  /**
   * Write only if the entry's version is this one; 0: only if there is none. Otherwise `conflict`.
   */
  readonly ifVersion?: number | undefined;
}

/** Changes of `update`; members that are left out stay as they are. */
export interface RecordPatch {
  /** The new text; it is embedded and indexed anew. */
  readonly content?: string | undefined;
  /**
   * New key of the record, which keeps its history. Texts made of the old key, such as the one that
   * `set` wrote, stay. A key that another record of the scope holds, archived and retired ones
   * included, is a `conflict`.
   */
  readonly key?: string | undefined;
  /** Value that `get(key)` returns from now on. */
  readonly value?: JsonValue | undefined;
  /** Sort of memory. */
  readonly kind?: string | undefined;
  /** Merged member by member; a member that is `null` is removed. */
  readonly metadata?: JsonObject | undefined;
  /** Conversation or session it belongs to. */
  readonly thread?: string | undefined;
  /** 0 to 1. */
  readonly trust?: number | undefined;
  /** 0 to 1. */
  readonly importance?: number | undefined;
  /** Emotion of the memory. */
  readonly emotion?: Emotion | undefined;
  /** True to keep it from fading and archiving. */
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

/** Options of `update`. */
export interface UpdateOptions extends WriteOptions {
  /** The version must still be this one; otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
}
