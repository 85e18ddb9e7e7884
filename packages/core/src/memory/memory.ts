import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { JsonValue } from "../model/json.js";
import type { Page } from "../model/page.js";
import type { MemoryRecord, Revision } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { PromptContext, PromptOptions } from "../prompt/prompt-context.js";
import type { EventOptions, MemoryEvents } from "./events.js";
import type {
  ForgetOptions,
  ForgetTarget,
  ListQuery,
  Receipt,
  RecordPatch,
  RememberAllOptions,
  RememberInput,
  SetOptions,
  UpdateOptions,
} from "./inputs.js";
import type { RecalledMemory, RecallQuery } from "./recall-query.js";
import type { SurfaceQuery } from "./surface-query.js";

/**
 * A view of one scope. Cheap to make and safe to hand to a tool or a skill: it cannot leave its scope, only narrow it, and
 * it cannot close the store. Every call rejects with `MemoryError`, or with the signal's reason when aborted.
 */
export interface Memory {
  /** The scope this view is of. */
  readonly scopePath: Scope;
  /**
   * A view of a scope below this one.
   * @throws `invalid-input` for an element that is empty, not a string, not well-formed, or too long.
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

  /** Writes an entry; the same key again makes a new version. Entries can also be recalled by meaning. */
  set(key: string, value: JsonValue, options?: SetOptions): Promise<MemoryRecord>;
  /** The value of an entry, or the content of a keyed record without one; `undefined` if there is none. */
  get(key: string, options?: CallOptions): Promise<JsonValue | undefined>;

  /** One record by id, archived or retired ones included; `undefined` if this scope has none. */
  read(id: string, options?: CallOptions): Promise<MemoryRecord | undefined>;
  /**
   * Changes what the patch names and leaves the rest.
   * @throws `not-found` if this scope has no such record; `conflict` if `ifVersion` does not match.
   */
  update(id: string, patch: RecordPatch, options?: UpdateOptions): Promise<MemoryRecord>;
  /** Forgets what the target names and says how many records that were. */
  forget(target: ForgetTarget, options?: ForgetOptions): Promise<number>;
  /**
   * Says that these memories were of use, such as those that an answer cited: each becomes stronger by the spacing-aware rule
   * of `strengthAfterUse`, and an archived one is taken back. Recalling alone strengthens nothing.
   *
   * One id or up to 10,000; the same id twice counts once. Ids that this scope does not have are passed over, so the count of
   * the records strengthened, which it resolves to, can be smaller. Strengths are read, computed and written: of two calls
   * for one record at the same moment, one may be lost. `actor` and `cause` are kept where a record is taken back.
   */
  markUsed(ids: string | readonly string[], options?: WriteOptions): Promise<number>;
  /**
   * Memories that come to mind by themselves: drawn at random, those more often that are strong, important and fit the cue. What
   * surfaced lately is left out. Changes nothing. A scope of more than 1,000 memories is drawn from a sample of it.
   */
  surface(query?: SurfaceQuery, options?: CallOptions): Promise<readonly RecalledMemory[]>;
  /** One page of records in a stable order. */
  list(query?: ListQuery, options?: CallOptions): Promise<Page<MemoryRecord>>;
  /** Every version of one record, oldest first, its deletion included. */
  history(id: string, options?: CallOptions): Promise<readonly Revision[]>;
  /** Scopes at or below this one that hold records. */
  scopes(query?: ScopesQuery, options?: CallOptions): Promise<Page<Scope>>;

  /**
   * Calls the handler after each such event of this scope (with `reach: "below"`, of those below too) until the signal
   * aborts. Events come after commit; a handler that throws is reported to the memory's logger and harms nothing.
   */
  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    options?: EventOptions,
  ): void;
}

/** Which page of scopes. */
export interface ScopesQuery {
  /** 1 to 1,000. @defaultValue 100 */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** What `createMemory` returns: the view of the root scope, and what concerns the store as a whole. */
export interface MemoryRoot extends Memory, AsyncDisposable {
  /**
   * Embeds every searchable record that has no vector in the (first) embedder's space yet: what was `queued`, and after a change of
   * model everything. Safe to stop and run again. Resolves to the number of vectors written.
   */
  reindex(options?: ReindexOptions): Promise<number>;
  /**
   * Removes what has expired, for good; with `archiveBelow`, it then archives what has faded. Looks at every scope. Safe to
   * stop and run again: what was done by then stays done. Says how many records that were.
   */
  sweep(options?: SweepOptions): Promise<SweepReport>;
  /** Closes store, embedder, reranker and plugins. Later calls reject with `closed`; closing again does nothing. */
  close(): Promise<void>;
}

/** What `reindex` takes. */
export interface ReindexOptions extends CallOptions {
  /** Called after each batch that is durable. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** What `sweep` takes. `actor` and `cause` go to the history of what is archived. */
export interface SweepOptions extends WriteOptions {
  /**
   * Archive the records whose probability of recall (FSRS-6) has fallen below this, 0 to 1: they are kept, and found with
   * `includeArchived`. Time counts from the last use, or from the last version or `validFrom` if that is later. Never archived
   * are pinned records, those with a key, and what recall would not find anyway.
   * @defaultValue 0, which archives nothing
   */
  readonly archiveBelow?: number | undefined;
  /** Called after each step that is durable, with the counts so far. */
  readonly onProgress?: ((report: SweepReport) => void) | undefined;
}

/** What `sweep` did. */
export interface SweepReport {
  /** Records that had expired and are gone. */
  readonly removed: number;
  /** Records that had faded and are archived. */
  readonly archived: number;
}
