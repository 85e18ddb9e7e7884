import type { MemoryEvents, Operation } from "../api/events.js";
import { EVENTS } from "../api/events.js";
import type { SetOptions } from "../api/inputs.js";
import type { Key } from "../api/key.js";
import type { Memory } from "../api/memory.js";
import type { ReadOptions } from "../api/read-inputs.js";
import { MemoryError } from "../errors/memory-error.js";
import { checkCallOptions } from "../internal/check/check-call-options.js";
import { checkScope } from "../internal/check/check-scope.js";
import { checkFunction, checkObject, checkOneOf } from "../internal/check/check.js";
import { invalidInput } from "../internal/check/invalid-input.js";
import type { CallOptions } from "../model/call-options.js";
import type { JsonValue } from "../model/json.js";
import type { MemoryRecord } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { Engine } from "./engine.js";
import { erase } from "./forget/erase.js";
import { forget } from "./forget/forget.js";
import { carryState } from "./memory-state.js";
import { observeExport } from "./observe/observe-export.js";
import {
  COUNTED,
  ERASED,
  FOUND,
  IF_ANY,
  IMPORTED,
  INCLUDED,
  ON_PAGE,
  ONE_RECORD,
  observe,
  WRITTEN,
} from "./observe/observe.js";
import type { Measure } from "./observe/observe.js";
import { atOnce } from "./observe/to-failure.js";
import { listRecords, listScopes } from "./read/list-records.js";
import { getValue, readHistory, readRecord } from "./read/read-records.js";
import { recall, recallContext } from "./read/recall.js";
import { surface } from "./read/surface.js";
import { exportLines } from "./transfer/export-lines.js";
import { importLines } from "./transfer/import-lines.js";
import type { WithUntrustedShare } from "./untrusted-share.js";
import { markUsed } from "./write/mark-used.js";
import { rememberAll } from "./write/remember-all.js";
import { setEntry } from "./write/set.js";
import { updateRecord } from "./write/update.js";

/** Complete by its type, so that no verb can be forgotten. */
const IS_VERB: Readonly<Record<Exclude<keyof Memory, "scopePath">, true>> = {
  scope: true,
  remember: true,
  rememberAll: true,
  recall: true,
  context: true,
  set: true,
  get: true,
  read: true,
  update: true,
  forget: true,
  erase: true,
  markUsed: true,
  surface: true,
  list: true,
  history: true,
  scopes: true,
  export: true,
  import: true,
  on: true,
};

/** The verbs of a memory. */
export const VERBS: readonly string[] = Object.keys(IS_VERB);

/** The verbs of one scope, each handed to the function that does it. */
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

  /** Returns the engine of a view. Not a member: a view must not give access to the store. */
  static engineOf(memory: Memory): Engine | undefined {
    return #engine in memory ? memory.#engine : undefined;
  }

  scope(...path: readonly [string, ...string[]]): Memory {
    // An empty path would hand out this whole scope where a part of it was meant.
    if (path.length === 0) throw invalidInput("scope", "at least one element");
    const scope = atOnce("scope", () => checkScope([...this.scopePath, ...path]));
    return new MemoryView(this.#engine, scope);
  }

  readonly remember: Memory["remember"] = async (input, options = {}) => {
    const [receipt] = await this.#observed("remember", { options, ...WRITTEN }, (call) =>
      rememberAll(this.#engine, [input], { ...call, operation: "remember" }),
    );
    if (!receipt) throw new MemoryError("store-failed", "the store gave no receipt");
    return receipt;
  };

  readonly rememberAll: Memory["rememberAll"] = async (inputs, options = {}) =>
    this.#observed("rememberAll", { options, ...WRITTEN }, (call) =>
      rememberAll(this.#engine, inputs, { ...call, operation: "rememberAll" }),
    );

  readonly recall: Memory["recall"] = async (query, options = {}) =>
    this.#observed("recall", { options, ...FOUND }, (call) =>
      recall(this.#engine, query, { ...call, operation: "recall" }),
    );

  readonly context: Memory["context"] = async (query, options = {}) =>
    this.#observed("context", { options, ...INCLUDED }, (call) =>
      recallContext(this.#engine, query, call),
    );

  async set<T extends JsonValue>(
    key: string | Key<T>,
    value: NoInfer<T>,
    options: SetOptions = {},
  ): Promise<MemoryRecord> {
    return this.#observed("set", { options, ...ONE_RECORD }, (call) =>
      setEntry(this.#engine, { key, value }, call),
    );
  }

  async get<T extends JsonValue>(
    key: string | Key<T>,
    options: ReadOptions = {},
  ): Promise<T | undefined> {
    return this.#observed("get", { options, ...IF_ANY }, (call) =>
      getValue(this.#engine, key, call),
    );
  }

  readonly read: Memory["read"] = async (id, options = {}) =>
    this.#observed("read", { options, ...ONE_RECORD }, (call) =>
      readRecord(this.#engine, id, call),
    );

  readonly update: Memory["update"] = async (id, patch, options = {}) =>
    this.#observed("update", { options, ...ONE_RECORD }, (call) =>
      updateRecord(this.#engine, { id, patch }, call),
    );

  readonly forget: Memory["forget"] = async (target, options = {}) =>
    this.#observed("forget", { options, ...COUNTED, id: target }, (call) =>
      forget(this.#engine, target, call),
    );

  readonly erase: Memory["erase"] = async (target, options = {}) =>
    this.#observed("erase", { options, ...ERASED, id: target }, (call) =>
      erase(this.#engine, target, call),
    );

  readonly markUsed: Memory["markUsed"] = async (ids, options = {}) =>
    this.#observed("markUsed", { options, ...COUNTED, id: ids }, (call) =>
      markUsed(this.#engine, ids, call),
    );

  readonly surface: Memory["surface"] = async (query = {}, options = {}) =>
    this.#observed("surface", { options, ...FOUND }, (call) => surface(this.#engine, query, call));

  readonly list: Memory["list"] = async (query = {}, options = {}) =>
    this.#observed("list", { options, ...ON_PAGE }, (call) =>
      listRecords(this.#engine, query, call),
    );

  readonly history: Memory["history"] = async (id, options = {}) =>
    this.#observed("history", { options, ...FOUND, id }, (call) =>
      readHistory(this.#engine, id, call),
    );

  readonly scopes: Memory["scopes"] = async (query = {}, options = {}) =>
    this.#observed("scopes", { options, ...ON_PAGE }, (call) =>
      listScopes(this.#engine, query, call),
    );

  readonly import: Memory["import"] = async (lines, options = {}) =>
    this.#observed("import", { options, ...IMPORTED }, (call) =>
      importLines(this.#engine, lines, call),
    );

  readonly export: Memory["export"] = (options = {}) => {
    const call = atOnce("export", () => this.#call(options));
    const observed = { operation: "export", scope: this.scopePath, options } as const;
    return observeExport(this.#engine, observed, () => exportLines(this.#engine, call));
  };

  readonly on: Memory["on"] = (event, handler, options = {}) =>
    atOnce("on", () => {
      checkOneOf<keyof MemoryEvents>(event, "event", EVENTS);
      checkFunction(handler, "handler");
      checkCallOptions(options, ["reach"]);
      checkOneOf(options.reach ?? "here", "options.reach", ["here", "below"]);
      this.#engine.events.listen(event, this.scopePath, { ...options, handler });
    });

  /** Options of a call together with this view's scope, which no caller can replace. */
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
    measure: Measure<T> & { readonly options: O },
    run: (call: O & { readonly scope: Scope }) => Promise<T>,
  ): Promise<T> {
    const observed = { operation, scope: this.scopePath, ...measure };
    return observe(this.#engine, observed, () => run(this.#call(measure.options)));
  }
}
