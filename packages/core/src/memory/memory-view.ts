import { checkScope } from "../check/check-scope.js";
import { checkFunction, checkMembers, checkObject, checkOneOf } from "../check/check.js";
import { invalidInput } from "../check/invalid-input.js";
import { MemoryError } from "../errors/memory-error.js";
import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { JsonValue } from "../model/json.js";
import type { Page } from "../model/page.js";
import type { MemoryRecord, Revision } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import { buildContext } from "../prompt/build-context.js";
import { checkPromptOptions } from "../prompt/check-prompt-options.js";
import type { PromptContext, PromptOptions } from "../prompt/prompt-context.js";
import type { Engine } from "./engine.js";
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
import type { Memory, ScopesQuery } from "./memory.js";
import { listRecords, listScopes } from "./read/list-records.js";
import { getValue, readHistory, readRecord } from "./read/read-records.js";
import { recall } from "./read/recall.js";
import { surface } from "./read/surface.js";
import type { RecalledMemory, RecallQuery } from "./recall-query.js";
import type { SurfaceQuery } from "./surface-query.js";
import { forget } from "./write/forget.js";
import { markUsed } from "./write/mark-used.js";
import { rememberAll } from "./write/remember-all.js";
import { setEntry } from "./write/set.js";
import { updateRecord } from "./write/update.js";

const EVENTS: readonly (keyof MemoryEvents)[] = [
  "remembered",
  "forgotten",
  "used",
  "archived",
  "recalled",
  "surfaced",
  "degraded",
];
/** More than a plain recall returns: the budget decides what is shown. */
const CONTEXT_LIMIT = 20;

/** The verbs of one scope, each handed to the function that does it. */
export class MemoryView implements Memory {
  readonly scopePath: Scope;
  readonly #engine: Engine;

  constructor(engine: Engine, scopePath: Scope) {
    this.#engine = engine;
    this.scopePath = Object.freeze([...scopePath]);
  }

  scope(...path: readonly [string, ...string[]]): Memory {
    // An empty path would hand out this whole scope where a part of it was meant.
    if (path.length === 0) throw invalidInput("scope", "at least one element");
    return new MemoryView(this.#engine, checkScope([...this.scopePath, ...path]));
  }

  async remember(input: string | RememberInput, options: WriteOptions = {}): Promise<Receipt> {
    const [receipt] = await rememberAll(this.#engine, [input], this.#call(options));
    if (!receipt) throw new MemoryError("store-failed", "the store gave no receipt");
    return receipt;
  }

  async rememberAll(
    inputs: readonly (string | RememberInput)[],
    options: RememberAllOptions = {},
  ): Promise<readonly Receipt[]> {
    return rememberAll(this.#engine, inputs, this.#call(options));
  }

  async recall(
    query: string | RecallQuery,
    options: CallOptions = {},
  ): Promise<readonly RecalledMemory[]> {
    return recall(this.#engine, query, this.#call(options));
  }

  async context(
    query: string | RecallQuery,
    options: PromptOptions & CallOptions = {},
  ): Promise<PromptContext> {
    const { signal, ...prompt } = options;
    const checked = checkPromptOptions(prompt);
    const asked = typeof query === "string" ? { query } : query;
    const found = await this.recall({ limit: CONTEXT_LIMIT, ...asked }, { signal });
    return buildContext(found, checked);
  }

  async set(key: string, value: JsonValue, options: SetOptions = {}): Promise<MemoryRecord> {
    return setEntry(this.#engine, { key, value }, this.#call(options));
  }

  async get(key: string, options: CallOptions = {}): Promise<JsonValue | undefined> {
    return getValue(this.#engine, key, this.#call(options));
  }

  async read(id: string, options: CallOptions = {}): Promise<MemoryRecord | undefined> {
    return readRecord(this.#engine, id, this.#call(options));
  }

  async update(id: string, patch: RecordPatch, options: UpdateOptions = {}): Promise<MemoryRecord> {
    return updateRecord(this.#engine, { scope: this.scopePath, id, patch }, options);
  }

  async forget(target: ForgetTarget, options: ForgetOptions = {}): Promise<number> {
    return forget(this.#engine, target, this.#call(options));
  }

  async markUsed(ids: string | readonly string[], options: WriteOptions = {}): Promise<number> {
    return markUsed(this.#engine, ids, this.#call(options));
  }

  async surface(
    query: SurfaceQuery = {},
    options: CallOptions = {},
  ): Promise<readonly RecalledMemory[]> {
    return surface(this.#engine, query, this.#call(options));
  }

  async list(query: ListQuery = {}, options: CallOptions = {}): Promise<Page<MemoryRecord>> {
    return listRecords(this.#engine, query, this.#call(options));
  }

  async history(id: string, options: CallOptions = {}): Promise<readonly Revision[]> {
    return readHistory(this.#engine, id, this.#call(options));
  }

  async scopes(query: ScopesQuery = {}, options: CallOptions = {}): Promise<Page<Scope>> {
    return listScopes(this.#engine, query, this.#call(options));
  }

  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    options: EventOptions = {},
  ): void {
    checkOneOf<keyof MemoryEvents>(event, "event", EVENTS);
    checkFunction(handler, "handler");
    checkMembers(options, "options", ["signal", "reach"]);
    checkOneOf(options.reach ?? "here", "options.reach", ["here", "below"]);
    this.#engine.events.listen(event, this.scopePath, { ...options, handler });
  }

  /** Options of a call together with this view's scope, which no caller can replace. */
  #call<O extends object>(options: O): O & { readonly scope: Scope } {
    checkObject(options, "options");
    if (Object.hasOwn(options, "scope")) {
      throw invalidInput("options.scope", "left out: use memory.scope(…) to narrow the view");
    }
    return { ...options, scope: this.scopePath };
  }
}
