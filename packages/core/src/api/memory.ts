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
  Recalled,
  RecalledMemory,
  ScopesQuery,
  SurfaceQuery,
} from "./queries.js";
import type { ExportLine, ExportOptions, ImportOptions, ImportReport } from "./transfer.js";

/**
 * A view of one scope, cheap to make and safe to hand to tools and skills: it can narrow its scope,
 * but neither leave it nor close the store. Calls reject with `MemoryError` or the signal's reason.
 */
export interface Memory {
  /** The scope of this view. */
  readonly scopePath: Scope;
  /** Returns a view of a scope below this one. @throws `invalid-input` for unfit elements. */
  scope(...path: readonly [string, ...string[]]): Memory;

  /**
   * Remembers one text or input. Resolves when it is durable.
   *
   * ```ts
   * await memory.remember("Ana is allergic to peanuts");
   * await memory.remember({ content: "Bring the dog", thread: "chat-7", importance: 0.9 });
   * ```
   */
  remember(input: string | RememberInput, options?: WriteOptions): Promise<Receipt>;
  /**
   * Remembers many inputs, all or nothing. Returns one receipt per input, in order.
   *
   * ```ts
   * const receipts = await memory.rememberAll(messages.map((content) => ({ content, thread })));
   * ```
   */
  rememberAll(
    inputs: readonly (string | RememberInput)[],
    options?: RememberAllOptions,
  ): Promise<readonly Receipt[]>;
  /**
   * Returns the memories that answer a query, best first, or none with a `notice`. Changes nothing.
   *
   * ```ts
   * const [best] = await memory.recall("What must Ana not eat?");
   * const recent = await memory.recall({ query: "dog", limit: 3, filter: { "@origin": "user" } });
   * ```
   */
  recall(query: string | RecallQuery, options?: CallOptions): Promise<Recalled>;
  /**
   * Recalls memories as fenced text for a prompt, within a budget of tokens. Without a query it
   * shows what has most weight, by importance and use.
   *
   * ```ts
   * const { text } = await memory.context(question, { budget: 800 });
   * const answer = await model.generate({ system: `You help Ana.\n${text}`, prompt: question });
   * ```
   */
  context(
    query?: string | Partial<RecallQuery>,
    options?: PromptOptions & CallOptions,
  ): Promise<PromptContext>;

  /**
   * Writes an entry, or its new version, under a key with a schema, whose output is stored. @throws
   * `invalid-input` if the value does not fit; `untrusted` if it would replace a trusted one.
   */
  set<T extends JsonValue>(
    key: Key<T>,
    value: NoInfer<T>,
    options?: SetOptions,
  ): Promise<MemoryRecord>;
  /** Writes an entry under a plain key. @throws `untrusted` if it would replace a trusted one. */
  set(key: string, value: JsonValue, options?: SetOptions): Promise<MemoryRecord>;
  /**
   * Returns the present value of an entry, or the content of a keyed record without a value.
   * @throws `invalid-input` if the value does not fit the schema.
   */
  get<T extends JsonValue>(key: Key<T>, options?: ReadOptions): Promise<T | undefined>;
  /** Returns the value under a plain key, unchecked: `await memory.get("theme")`. */
  get(key: string, options?: ReadOptions): Promise<JsonValue | undefined>;

  /** Returns a record of this scope by id, archived and retired ones included. */
  read(id: string, options?: ReadOptions): Promise<MemoryRecord | undefined>;
  /**
   * Changes the members of a record that the patch names. @throws `not-found`; `conflict` if
   * `ifVersion` differs or another record holds the new key.
   */
  update(id: string, patch: RecordPatch, options?: UpdateOptions): Promise<MemoryRecord>;
  /**
   * Forgets records and returns their number; history is kept unless `purge` is set.
   *
   * ```ts
   * await memory.forget(record.id);
   * await memory.forget({ filter: { "@createdAt": { $lt: lastYear } } }, { dryRun: true });
   * ```
   */
  forget(target: ForgetTarget, options?: ForgetOptions): Promise<number>;
  /**
   * Removes records for good, with vectors, keyword index, history and idempotency keys, also those
   * forgotten before and those derived from them. A target matches a record if any of its versions
   * does. Leaves tombstones, which hold hashes only, so that no import brings any of it back; an id
   * that is not here leaves one, too. All or nothing; erasing again is harmless.
   */
  erase(target: ForgetTarget, options?: EraseOptions): Promise<ErasureReport>;
  /**
   * Strengthens memories that were of use, such as cited ones, by `strengthAfterUse`, takes
   * archived ones back, and returns their number. Takes up to 10,000 ids; unknown ones are skipped.
   * Of two calls at the same moment for one record, one may be lost.
   */
  markUsed(ids: string | readonly string[], options?: WriteOptions): Promise<number>;
  /**
   * Draws memories at random, more often strong and important ones that fit the cue, without those
   * that surfaced lately. Changes nothing. Above 1,000 memories it draws from a sample.
   */
  surface(query?: SurfaceQuery, options?: CallOptions): Promise<readonly RecalledMemory[]>;
  /** Returns one page of records in a stable order. */
  list(query?: ListQuery, options?: CallOptions): Promise<Page<MemoryRecord>>;
  /**
   * Returns the versions of a record, oldest first, its deletion included.
   *
   * ```ts
   * const [first, ...later] = await memory.history(id);
   * const page = await memory.history(id, { after: 40, limit: 20 });
   * ```
   * @throws `invalid-input` for a history of more than 32 Mi characters without `limit`.
   */
  history(id: string, options?: HistoryReadOptions): Promise<readonly Revision[]>;
  /** Returns one page of the scopes at or below this one that hold records. */
  scopes(query?: ScopesQuery, options?: CallOptions): Promise<Page<Scope>>;

  /**
   * Exports this scope and those below, page by page, in the order of scopes and ids: equal
   * memories give equal bytes. Writes of the meantime may be in it or not.
   *
   * ```ts
   * for await (const line of toJsonLines(memory.export())) file.write(line);
   * await other.import(memory.export());
   * ```
   */
  export(options?: ExportOptions): AsyncIterable<ExportLine>;
  /**
   * Imports lines of `export` into this scope, in batches. A stopped import can be run again.
   *
   * ```ts
   * const { written, skipped } = await memory.import(lines, { onConflict: "newer" });
   * ```
   * @throws `invalid-input` for a line that is none, and in the end if lines are missing or were
   *   changed; `conflict` by `onConflict`. What was written by then stays.
   */
  import(
    lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
    options?: ImportOptions,
  ): Promise<ImportReport>;

  /**
   * Calls a handler after each event of this scope (`reach: "below"`: also below) until the signal
   * aborts. Events follow the commit; errors of handlers are logged only.
   */
  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    options?: EventOptions,
  ): void;
}
