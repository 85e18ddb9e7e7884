import { EVENTS, type EventOptions, type MemoryEvents, type Operation } from "../api/events.js";
import type {
  EraseOptions,
  ErasureReport,
  ForgetOptions,
  ForgetTarget,
} from "../api/forget-inputs.js";
import type {
  Receipt,
  RecordPatch,
  RememberAllOptions,
  RememberInput,
  SetOptions,
  UpdateOptions,
} from "../api/inputs.js";
import type { Key } from "../api/key.js";
import type { Memory } from "../api/memory.js";
import type { PromptContext, PromptOptions } from "../api/prompt-context.js";
import type {
  HistoryReadOptions,
  ListQuery,
  ReadOptions,
  RecallQuery,
  Recalled,
  RecalledMemory,
  ScopesQuery,
  SurfaceQuery,
} from "../api/queries.js";
import type { ExportLine, ExportOptions, ImportOptions, ImportReport } from "../api/transfer.js";
import { MemoryError } from "../errors/memory-error.js";
import { checkCallOptions, checkScope } from "../internal/check/check-inputs.js";
import { checkFunction, checkObject, checkOneOf, invalidInput } from "../internal/check/check.js";
import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { JsonValue, MemoryRecord, Page, Revision } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { Engine } from "./engine.js";
import { erase } from "./forget/erase.js";
import { forget } from "./forget/forget.js";
import { carryState } from "./memory-state.js";
import { runSync } from "./observe/failure.js";
import { observe, observeExport, type Measure } from "./observe/observe.js";
import { listRecords, listScopes } from "./read/list-records.js";
import { getValue, readHistory, readRecord } from "./read/read-records.js";
import { recallContext } from "./read/recall-context.js";
import { recall } from "./read/recall.js";
import { surface } from "./read/surface.js";
import { exportLines } from "./transfer/export-lines.js";
import { importLines } from "./transfer/import-lines.js";
import type { WithUntrustedShare } from "./untrusted-share.js";
import { markUsed } from "./write/mark-used.js";
import { rememberAll } from "./write/remember-all.js";
import { setEntry } from "./write/set.js";
import { updateRecord } from "./write/update.js";

/** The verbs of one scope. */
export class MemoryView implements Memory, WithUntrustedShare {
  readonly scopePath: Scope;
  readonly untrustedShare: number;
  readonly #engine: Engine;

  constructor(engine: Engine, scopePath: Scope) {
    this.#engine = engine;
    this.scopePath = Object.freeze([...scopePath]);
    this.untrustedShare = engine.untrustedShare;
    carryState(this, engine.state);
  }

  /** Returns the engine of a view, hidden from its users; `undefined` for a stand-in. */
  static engineOf(memory: Memory): Engine | undefined {
    return #engine in memory ? memory.#engine : undefined;
  }

  scope(...path: readonly [string, ...string[]]): Memory {
    // An empty path would return this whole scope.
    if (path.length === 0) throw invalidInput("scope", "at least one element");
    const scope = runSync("scope", () => checkScope([...this.scopePath, ...path]));
    return new MemoryView(this.#engine, scope);
  }

  async remember(input: string | RememberInput, options: WriteOptions = {}): Promise<Receipt> {
    const [receipt] = await this.#observed("remember", { options }, (call) =>
      rememberAll(this.#engine, [input], { ...call, operation: "remember" }),
    );
    if (!receipt) throw new MemoryError("store-failed", "the store gave no receipt");
    return receipt;
  }

  async rememberAll(
    inputs: readonly (string | RememberInput)[],
    options: RememberAllOptions = {},
  ): Promise<readonly Receipt[]> {
    return this.#observed("rememberAll", { options }, (call) =>
      rememberAll(this.#engine, inputs, { ...call, operation: "rememberAll" }),
    );
  }

  async recall(query: string | RecallQuery, options: CallOptions = {}): Promise<Recalled> {
    return this.#observed("recall", { options }, (call) =>
      recall(this.#engine, query, { ...call, operation: "recall" }),
    );
  }

  async context(
    query: string | Partial<RecallQuery> = {},
    options: PromptOptions & CallOptions = {},
  ): Promise<PromptContext> {
    return this.#observed("context", { options }, (call) =>
      recallContext(this.#engine, query, call),
    );
  }

  async set<T extends JsonValue>(
    key: string | Key<T>,
    value: NoInfer<T>,
    options: SetOptions = {},
  ): Promise<MemoryRecord> {
    return this.#observed("set", { options }, (call) =>
      setEntry(this.#engine, { key, value }, call),
    );
  }

  async get<T extends JsonValue>(
    key: string | Key<T>,
    options: ReadOptions = {},
  ): Promise<T | undefined> {
    return this.#observed("get", { options }, (call) => getValue(this.#engine, key, call));
  }

  async read(id: string, options: ReadOptions = {}): Promise<MemoryRecord | undefined> {
    return this.#observed("read", { options }, (call) => readRecord(this.#engine, id, call));
  }

  async update(id: string, patch: RecordPatch, options: UpdateOptions = {}): Promise<MemoryRecord> {
    return this.#observed("update", { options }, (call) =>
      updateRecord(this.#engine, { id, patch }, call),
    );
  }

  async forget(target: ForgetTarget, options: ForgetOptions = {}): Promise<number> {
    return this.#observed("forget", { options, id: target }, (call) =>
      forget(this.#engine, target, call),
    );
  }

  async erase(target: ForgetTarget, options: EraseOptions = {}): Promise<ErasureReport> {
    return this.#observed("erase", { options, id: target }, (call) =>
      erase(this.#engine, target, call),
    );
  }

  async markUsed(ids: string | readonly string[], options: WriteOptions = {}): Promise<number> {
    return this.#observed("markUsed", { options, id: ids }, (call) =>
      markUsed(this.#engine, ids, call),
    );
  }

  async surface(
    query: SurfaceQuery = {},
    options: CallOptions = {},
  ): Promise<readonly RecalledMemory[]> {
    return this.#observed("surface", { options }, (call) => surface(this.#engine, query, call));
  }

  async list(query: ListQuery = {}, options: CallOptions = {}): Promise<Page<MemoryRecord>> {
    return this.#observed("list", { options }, (call) => listRecords(this.#engine, query, call));
  }

  async history(id: string, options: HistoryReadOptions = {}): Promise<readonly Revision[]> {
    return this.#observed("history", { options, id }, (call) =>
      readHistory(this.#engine, id, call),
    );
  }

  async scopes(query: ScopesQuery = {}, options: CallOptions = {}): Promise<Page<Scope>> {
    return this.#observed("scopes", { options }, (call) => listScopes(this.#engine, query, call));
  }

  export(options: ExportOptions = {}): AsyncIterable<ExportLine> {
    const call = runSync("export", () => this.#call(options));
    const observed = { operation: "export", scope: this.scopePath, options } as const;
    return observeExport(this.#engine, observed, () => exportLines(this.#engine, call));
  }

  async import(
    lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
    options: ImportOptions = {},
  ): Promise<ImportReport> {
    return this.#observed("import", { options }, (call) => importLines(this.#engine, lines, call));
  }

  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    options: EventOptions = {},
  ): void {
    runSync("on", () => {
      checkOneOf<keyof MemoryEvents>(event, "event", EVENTS);
      checkFunction(handler, "handler");
      checkCallOptions(options, ["reach"]);
      checkOneOf(options.reach ?? "here", "options.reach", ["here", "below"]);
      this.#engine.events.listen(event, this.scopePath, { ...options, handler });
    });
  }

  /** Adds this view's scope to options, which must not bring their own. */
  #call<O extends object>(options: O): O & { readonly scope: Scope } {
    checkObject(options, "options");
    if (Object.hasOwn(options, "scope")) {
      throw invalidInput("options.scope", "left out: use memory.scope(…) to narrow the view");
    }
    if (Object.hasOwn(options, "operation")) throw invalidInput("options.operation", "left out");
    return { ...options, scope: this.scopePath };
  }

  #observed<T, O extends CallOptions>(
    operation: Operation,
    measure: Partial<Measure<T>> & { readonly options: O },
    run: (call: O & { readonly scope: Scope }) => Promise<T>,
  ): Promise<T> {
    const observed = { operation, scope: this.scopePath, ...measure };
    return observe(this.#engine, observed, () => run(this.#call(measure.options)));
  }
}
