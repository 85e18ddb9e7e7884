import type {
  CallOptions,
  EraseOptions,
  ErasureReport,
  EventOptions,
  ExportLine,
  ExportOptions,
  ForgetOptions,
  ForgetTarget,
  HistoryReadOptions,
  ImportOptions,
  ImportReport,
  JsonValue,
  Key,
  ListQuery,
  Memory,
  MemoryEvents,
  MemoryRecord,
  Page,
  PromptContext,
  PromptOptions,
  ReadOptions,
  Recalled,
  RecalledMemory,
  RecallQuery,
  Receipt,
  RecordPatch,
  RememberAllOptions,
  RememberInput,
  Revision,
  Scope,
  ScopesQuery,
  SetOptions,
  SurfaceQuery,
  UpdateOptions,
  WriteOptions,
} from "@kioku/core";
import { checkFunction, checkObject } from "@kioku/core/toolkit";

import type { AccessState } from "./access-state.js";
import {
  asksAlike,
  blindInput,
  blindInputs,
  copyOf,
  listOf,
  reachOf,
  removal,
} from "./arguments.js";
import { filteredExport, markedLines } from "./export-lines.js";
import { Guard } from "./guard.js";
import { listen } from "./listen.js";
import { permittedList, permittedScopes } from "./listings.js";
import { redactReceipt, redactRecord } from "./redact.js";
import { eraseScopes, forgetScopes, isMany } from "./scopes-below.js";

/** A view of one scope that keeps to the rules of its state. */
export class PermittedView implements Memory {
  readonly #guard: Guard;
  readonly #memory: Memory;

  constructor(memory: Memory, state: AccessState) {
    this.#guard = new Guard(memory, state);
    this.#memory = memory;
  }

  get scopePath(): Scope {
    return this.#memory.scopePath;
  }

  /** The untrusted share of the wrapped memory, for `layer`. */
  get untrustedShare(): unknown {
    return "untrustedShare" in this.#memory ? this.#memory.untrustedShare : undefined;
  }

  scope(...path: readonly [string, ...string[]]): Memory {
    const { path: own, state } = this.#guard;
    const from = own.length === 0 ? state.narrowed : this.#memory;
    return new PermittedView(from.scope(...path), state);
  }

  async remember(given: string | RememberInput, options: WriteOptions = {}): Promise<Receipt> {
    const input = this.#guard.mayRead ? copyOf(given) : blindInput(given);
    const call = { verb: "remember", options, writes: 1, tells: asksAlike(input) } as const;
    const receipt = await this.#guard.call(call, (own) => this.#memory.remember(input, own));
    return this.#guard.mayRead ? receipt : redactReceipt(receipt, input);
  }

  async rememberAll(
    given: readonly (string | RememberInput)[],
    options: RememberAllOptions = {},
  ): Promise<readonly Receipt[]> {
    const inputs = this.#guard.mayRead ? listOf(given) : blindInputs(given);
    const tells = Array.isArray(inputs) && inputs.some(asksAlike);
    const call = { verb: "rememberAll", options, writes: inputs?.length, tells } as const;
    const receipts = await this.#guard.call(call, (own) => this.#memory.rememberAll(inputs, own));
    if (this.#guard.mayRead) return receipts;
    return receipts.map((receipt, index) => redactReceipt(receipt, inputs[index] ?? {}));
  }

  async recall(query: string | RecallQuery, options: CallOptions = {}): Promise<Recalled> {
    const { own: here, below } = reachOf(query);
    return this.#guard.call({ verb: "recall", options, below }, async (own) =>
      (await this.#guard.readView(below, own)).recall(here, own),
    );
  }

  async context(
    query: string | Partial<RecallQuery> = {},
    options: PromptOptions & CallOptions = {},
  ): Promise<PromptContext> {
    const { own: here, below } = reachOf(query);
    return this.#guard.call({ verb: "context", options, below }, async (own) =>
      (await this.#guard.readView(below, own)).context(here, own),
    );
  }

  async surface(
    query: SurfaceQuery = {},
    options: CallOptions = {},
  ): Promise<readonly RecalledMemory[]> {
    const { own: here, below } = reachOf(query);
    return this.#guard.call({ verb: "surface", options, below }, async (own) =>
      (await this.#guard.readView(below, own)).surface(here, own),
    );
  }

  async set<T extends JsonValue>(
    key: string | Key<T>,
    value: NoInfer<T>,
    options: SetOptions = {},
  ): Promise<MemoryRecord> {
    const record = await this.#guard.call({ verb: "set", options, writes: 1 }, (own) =>
      typeof key === "string"
        ? this.#memory.set(key, value, own)
        : this.#memory.set(key, value, own),
    );
    return this.#guard.mayRead ? record : redactRecord(record, { value });
  }

  async get<T extends JsonValue>(
    key: string | Key<T>,
    options: ReadOptions = {},
  ): Promise<T | undefined> {
    return this.#guard.call({ verb: "get", options }, (own) =>
      this.#memory.get<T>(key as Key<T>, own),
    );
  }

  async read(id: string, options: ReadOptions = {}): Promise<MemoryRecord | undefined> {
    return this.#guard.call({ verb: "read", options }, (own) => this.#memory.read(id, own));
  }

  async update(id: string, given: RecordPatch, options: UpdateOptions = {}): Promise<MemoryRecord> {
    const patch = copyOf(given);
    const record = await this.#guard.call({ verb: "update", options, writes: 1 }, (own) =>
      this.#memory.update(id, patch, own),
    );
    return this.#guard.mayRead ? record : redactRecord(record, patch);
  }

  async forget(given: ForgetTarget, options: ForgetOptions = {}): Promise<number> {
    const target = copyOf(given);
    const call = removal("forget", options);
    const ever = call.options?.purge === true;
    return this.#guard.call(call, async (own) =>
      call.below && isMany(target)
        ? forgetScopes(await this.#guard.writeViews(own, ever), target, own)
        : this.#memory.forget(target, own),
    );
  }

  async erase(given: ForgetTarget, options: EraseOptions = {}): Promise<ErasureReport> {
    const target = copyOf(given);
    const call = removal("erase", options);
    return this.#guard.call(call, async (own) =>
      call.below && isMany(target)
        ? eraseScopes(await this.#guard.writeViews(own, true), target, own)
        : this.#memory.erase(target, own),
    );
  }

  async markUsed(given: string | readonly string[], options: WriteOptions = {}): Promise<number> {
    const ids = typeof given === "string" ? given : listOf(given);
    const writes = typeof ids === "string" ? 1 : ids?.length;
    return this.#guard.call({ verb: "markUsed", options, writes }, (own) =>
      this.#memory.markUsed(ids, own),
    );
  }

  async list(given: ListQuery = {}, options: CallOptions = {}): Promise<Page<MemoryRecord>> {
    const query = copyOf(given);
    const below = query?.reach === "below";
    const { state } = this.#guard;
    return this.#guard.call({ verb: "list", options, below }, (own) =>
      permittedList(this.#memory, { state, query, options: own }),
    );
  }

  async history(id: string, options: HistoryReadOptions = {}): Promise<readonly Revision[]> {
    return this.#guard.call({ verb: "history", options }, (own) => this.#memory.history(id, own));
  }

  async scopes(given: ScopesQuery = {}, options: CallOptions = {}): Promise<Page<Scope>> {
    const query = copyOf(given);
    const { state } = this.#guard;
    return this.#guard.call({ verb: "scopes", options, below: true }, (own) => {
      checkObject(query, "query");
      return permittedScopes(this.#memory, { state, query, options: own });
    });
  }

  export(given: ExportOptions = {}): AsyncIterable<ExportLine> {
    checkObject(given, "options");
    const options = copyOf(given);
    this.#guard.require({ verb: "export", below: options.reach !== "here" });
    return filteredExport(this.#guard, options);
  }

  async import(
    lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
    options: ImportOptions = {},
  ): Promise<ImportReport> {
    return this.#guard.call({ verb: "import", options, tells: true }, (own) => {
      const { signal } = own;
      const take = (scope: Scope): void => this.#guard.countImported(scope);
      return this.#memory.import(
        markedLines(lines, { author: this.#guard.state.rules, take, signal }),
        own,
      );
    });
  }

  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    given: EventOptions = {},
  ): void {
    const guard = this.#guard;
    guard.state.rules.signal.throwIfAborted();
    checkObject(given, "options");
    checkFunction(handler, "handler");
    const options = copyOf(given);
    if (event === "operation") guard.refuseOperations();
    guard.require({ verb: "on", below: options.reach === "below" });
    listen(guard, { event, handler }, options);
  }
}
