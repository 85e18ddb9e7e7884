import type { WriteOptions } from "../model/call-options.js";
import type { Emotion, JsonObject, JsonValue, MemoryRecord, Origin } from "../model/record.js";

/** Members of inputs and patches; a patch keeps those that it leaves out. */
export interface RecordFields {
  /** Value that `get(key)` returns. @defaultValue `content` */
  readonly value?: JsonValue | undefined;
  /** Conversation or session it belongs to. */
  readonly thread?: string | undefined;
  /** Name of who said it. @defaultValue nobody; `origin` tells the user and the assistant */
  readonly speaker?: string | undefined;
  /** Form of its text. @defaultValue found from the text, in English and Chinese */
  readonly form?: MemoryRecord["form"] | undefined;
  /** 0 to 1, at most that of its `sources`. @defaultValue 1; 0.5 for `web` and `tool` */
  readonly trust?: number | undefined;
  /** 0 to 1. @defaultValue 0.5 */
  readonly importance?: number | undefined;
  /** Emotion of the memory. */
  readonly emotion?: Emotion | undefined;
  /** True to keep it from fading and archiving. @defaultValue `false` */
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

/** Input of `remember`. Only `content` is needed. */
export interface RememberInput extends RecordFields {
  /** The text to embed, search and show. Not blank; at most 4,194,304 UTF-16 code units. */
  readonly content: string;
  /** Unique within the scope; remembering the same key again makes a new version of that record. */
  readonly key?: string | undefined;
  /** Version that the record of `key` must have, 0 for none; otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
  /** @defaultValue `"note"` */
  readonly kind?: string | undefined;
  /** Own fields, for filters. At most 16 levels deep. */
  readonly metadata?: JsonObject | undefined;
  /** @defaultValue `"user"` */
  readonly origin?: Origin | undefined;
  /** Ids in this scope of its sources; forgotten ones keep their trust, unknown are untrusted. */
  readonly sources?: readonly string[] | undefined;
  /** Ids in this scope that this replaces: their `validTo` is closed, they stay in history. */
  readonly supersedes?: readonly string[] | undefined;
  /** `false`: kept and listed, but never recalled. @defaultValue `true` */
  readonly index?: boolean | undefined;
  /**
   * Makes retries harmless: the same key in a scope writes once, and is a `conflict` with another
   * text, origin or named `kind`, `key`, `value`, `thread`, `speaker` or `occurredAt`.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * `exact`: the same normalised text, kind, thread, speaker and `occurredAt` strengthens the
   * record there, and the receipt says `duplicate`; `{ similarity }`: similar texts do. Must be
   * `off` with a `key`.
   * @defaultValue `"exact"`, but `"off"` when there is a `key` or a `thread`
   */
  readonly dedupe?: "off" | "exact" | SimilarityDedupe | undefined;
}

/** Takes two texts for the same if their vectors are this much alike. */
export interface SimilarityDedupe {
  /**
   * Least cosine similarity by the first embedder, more than 0 and at most 1, of records of one
   * kind, thread, speaker and trust; 0.95 is cautious. Without vectors only exact duplicates count.
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
      /** Written and found by keyword; a worker or `reindex` adds the vector. */
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
      /** Plugin that vetoed it, or `trust`: untrusted content would replace trusted one. */
      readonly by: string;
      /** Why, in its words. */
      readonly reason: string;
    };

/** Options of `rememberAll`. */
export interface RememberAllOptions extends WriteOptions {
  /** Called while embedding, and once more when everything is committed (`done === total`). */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /**
   * `throw`: if one input is not allowed, nothing is written, and the call rejects with
   * `rejected-by-plugin` or `untrusted`; `receipt`: the others are written.
   * @defaultValue `"receipt"`
   */
  readonly rejections?: "receipt" | "throw" | undefined;
}

/** Options of `set`. */
export interface SetOptions
  extends WriteOptions, Pick<RememberInput, "speaker" | "origin" | "trust" | "ttlMs"> {
  /** @defaultValue `"statement"` */
  readonly form?: MemoryRecord["form"] | undefined;
  /** Searchable text: key and value (`true`), its own, or none. @defaultValue `true` */
  readonly index?: boolean | string | undefined;
  /** @defaultValue `"entry"` */
  readonly kind?: string | undefined;
  /** Own fields, for filters. @defaultValue those the entry has */
  readonly metadata?: JsonObject | undefined;
  /** 0 to 1. @defaultValue that of the entry, else 0.5 */
  readonly importance?: number | undefined;
  /** Version that the entry must have, 0 for none; otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
}

/** Changes of `update`; members that are left out stay as they are. */
export interface RecordPatch extends RecordFields {
  /** The new text; it is embedded and indexed anew. */
  readonly content?: string | undefined;
  /** New key; history stays. A key of another record, also an archived one, is a `conflict`. */
  readonly key?: string | undefined;
  /** Sort of memory. */
  readonly kind?: string | undefined;
  /** Merged member by member; a member that is `null` is removed. */
  readonly metadata?: JsonObject | undefined;
}

/** Options of `update`. */
export interface UpdateOptions extends WriteOptions {
  /** The version must still be this one; otherwise `conflict`. */
  readonly ifVersion?: number | undefined;
  /** Also drop the versions before, for good. @defaultValue `false` */
  readonly purge?: boolean | undefined;
}
