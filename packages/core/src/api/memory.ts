import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { JsonValue, MemoryRecord, Page, Revision } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { EventOptions, MemoryEvents } from "./events.js";
import type { EraseOptions, ErasureReport, ForgetOptions, ForgetTarget } from "./forget-inputs.js";
import type {
  Receipt,
  RecordPatch,
  RememberAllOptions,
  RememberInput,
  SetOptions,
  UpdateOptions,
} from "./inputs.js";
import type { Key } from "./key.js";
import type { PromptContext, PromptOptions } from "./prompt-context.js";
import type {
  HistoryReadOptions,
  ListQuery,
  ReadOptions,
  RecallQuery,
  RecalledMemory,
  ScopesQuery,
  SurfaceQuery,
} from "./queries.js";
import type { ExportLine, ExportOptions, ImportOptions, ImportReport } from "./transfer.js";

/**
 * A view of one scope. Cheap to make and safe to hand to a tool or a skill: it cannot leave its
 * scope, only narrow it, and it cannot close the store. Every call rejects with `MemoryError`, or
 * with the signal's reason when aborted.
 */
export interface Memory {
  /** The scope this view is of. */
  readonly scopePath: Scope;
  /**
   * A view of a scope below this one.
   * @throws `invalid-input` for an element that is empty, not a string, not well-formed, or too
   *   long.
   */
  scope(...path: readonly [string, ...string[]]): Memory;

  /** Remembers one thing. Resolves when it is durable. */
  remember(input: string | RememberInput, options?: WriteOptions): Promise<Receipt>;
  /** Remembers many at once: all or nothing, one receipt per input, in order. */
  rememberAll(
    inputs: readonly (string | RememberInput)[],
    options?: RememberAllOptions,
  ): Promise<readonly Receipt[]>;
  /** The memories that answer the query best, best first. Changes nothing. */
  recall(query: string | RecallQuery, options?: CallOptions): Promise<readonly RecalledMemory[]>;
  /** Recalls, fits to a token budget and fences: text ready to put in a prompt. */
  context(
    query: string | RecallQuery,
    options?: PromptOptions & CallOptions,
  ): Promise<PromptContext>;

  /**
   * Writes an entry under a key with a schema, whose output is what is stored; the same key again
   * makes a new version. Entries can also be recalled by meaning.
   * @throws `invalid-input` if the value does not fit the schema; `untrusted` if the entry is
   *   trusted and the new value is not.
   */
  set<T extends JsonValue>(
    key: Key<T>,
    value: NoInfer<T>,
    options?: SetOptions,
  ): Promise<MemoryRecord>;
  /**
   * Writes an entry under a plain key, with any JSON value.
   * @throws `untrusted` if the entry is trusted and the new value is not.
   */
  set(key: string, value: JsonValue, options?: SetOptions): Promise<MemoryRecord>;
  /**
   * The value of an entry, checked by the schema of its key, or the content of a keyed record
   * without a value; `undefined` if there is none that is true now.
   * @throws `invalid-input` if what is stored does not fit the schema.
   */
  get<T extends JsonValue>(key: Key<T>, options?: ReadOptions): Promise<T | undefined>;
  /** The same for a plain key, whose value is whatever somebody stored. */
  get(key: string, options?: ReadOptions): Promise<JsonValue | undefined>;

  /** One record by id, archived or retired ones included; `undefined` if this scope has none. */
  read(id: string, options?: ReadOptions): Promise<MemoryRecord | undefined>;
  /**
   * Changes what the patch names and leaves the rest.
   * @throws `not-found` if this scope has no such record; `conflict` if `ifVersion` does not match,
   *   or another record holds the key that the patch names.
   */
  update(id: string, patch: RecordPatch, options?: UpdateOptions): Promise<MemoryRecord>;
  /** Forgets what the target names and says how many records that were. */
  forget(target: ForgetTarget, options?: ForgetOptions): Promise<number>;
  /**
   * Removes what the target names for good: records, vectors, keyword index, history and
   * idempotency keys, the records derived from them, and what was forgotten before but is still in
   * history. A target matches a record if any of its versions does. Leaves tombstones, which hold
   * hashes only, so that no import brings any of it back; an id that is not here leaves one, too.
   * All or nothing; erasing again is harmless.
   */
  erase(target: ForgetTarget, options?: EraseOptions): Promise<ErasureReport>;
  /**
   * Says that these memories were of use, such as those that an answer cited: each becomes stronger
   * by the spacing-aware rule of `strengthAfterUse`, and an archived one is taken back. Recalling
   * alone strengthens nothing.
   *
   * One id or up to 10,000; the same id twice counts once. Ids that this scope does not have are
   * passed over, so the count of the records strengthened, which it resolves to, can be smaller.
   * Strengths are read, computed and written: of two calls for one record at the same moment, one
   * may be lost. `actor` and `cause` are kept where a record is taken back.
   */
  markUsed(ids: string | readonly string[], options?: WriteOptions): Promise<number>;
  /**
   * Memories that come to mind by themselves: drawn at random, those more often that are strong,
   * important and fit the cue. What surfaced lately is left out. Changes nothing. A scope of more
   * than 1,000 memories is drawn from a sample of it.
   */
  surface(query?: SurfaceQuery, options?: CallOptions): Promise<readonly RecalledMemory[]>;
  /** One page of records in a stable order. */
  list(query?: ListQuery, options?: CallOptions): Promise<Page<MemoryRecord>>;
  /**
   * The versions of one record, oldest first, its deletion included: all of them, or a page with
   * `limit` and `after`.
   * @throws `invalid-input` for a history of more than 32 Mi characters that is not read in pages.
   */
  history(id: string, options?: HistoryReadOptions): Promise<readonly Revision[]>;
  /** Scopes at or below this one that hold records. */
  scopes(query?: ScopesQuery, options?: CallOptions): Promise<Page<Scope>>;

  /**
   * Everything of this scope, and of those below, as lines of JSON: `toJsonLines` makes text of
   * them. In the order of scopes and ids, so that the same memory gives the same bytes. Reads page
   * by page; what is written meanwhile may be in it or not.
   */
  export(options?: ExportOptions): AsyncIterable<ExportLine>;
  /**
   * Writes what `export` gave into this scope, in batches. Running it again after it was stopped
   * goes on where it stopped.
   * @throws `invalid-input` for a line that is none, and in the end if lines are missing or were
   *   changed; `conflict` as `onConflict` says. What was written by then stays.
   */
  import(
    lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
    options?: ImportOptions,
  ): Promise<ImportReport>;

  /**
   * Calls the handler after each such event of this scope (with `reach: "below"`, of those below
   * too) until the signal aborts. Events come after commit; a handler that throws is reported to
   * the memory's logger and harms nothing.
   */
  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    options?: EventOptions,
  ): void;
}
