import type { EventOptions, MemoryEvents } from "../../api/events.js";
import type {
  EraseOptions,
  ErasureReport,
  ForgetOptions,
  ForgetTarget,
} from "../../api/forget-inputs.js";
import type {
  Receipt,
  RecordPatch,
  RememberAllOptions,
  RememberInput,
  SetOptions,
  UpdateOptions,
} from "../../api/inputs.js";
import type { Key } from "../../api/key.js";
import type { Memory } from "../../api/memory.js";
import type { PromptContext, PromptOptions } from "../../api/prompt-context.js";
import type {
  HistoryReadOptions,
  ListQuery,
  ReadOptions,
  RecallQuery,
  RecalledMemory,
  ScopesQuery,
  SurfaceQuery,
} from "../../api/queries.js";
import type { ExportLine, ExportOptions, ImportOptions, ImportReport } from "../../api/transfer.js";
import { checkFunction, checkObject } from "../../internal/check/check.js";
import type { CallOptions, WriteOptions } from "../../model/call-options.js";
import { CONTEXT_LIMIT, DEFAULT_RECALL_LIMIT, DEFAULT_SURFACE_LIMIT } from "../../model/limits.js";
import type { JsonValue, MemoryRecord, Page, Revision } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { buildContextFor } from "../../prompt/build-context.js";
import { checkPromptOptions } from "../../prompt/check-prompt-options.js";
import { carryState, memoryState } from "../memory-state.js";
import { DEFAULT_UNTRUSTED_SHARE } from "../untrusted-share.js";
import type { WithUntrustedShare } from "../untrusted-share.js";
import { listLayers, listScopesOfLayers } from "./list-layers.js";
import { mergeRecalled } from "./merge-recalled.js";

/** Several memories read as one; what writes goes to the first. */
export class LayeredMemory implements Memory, WithUntrustedShare {
  readonly #first: Memory;
  readonly #rest: readonly Memory[];

  constructor(first: Memory, rest: readonly Memory[]) {
    this.#first = first;
    this.#rest = rest;
    carryState(this, memoryState(first));
  }

  /** The layer that is written. */
  get first(): Memory {
    return this.#first;
  }

  get scopePath(): Scope {
    return this.#first.scopePath;
  }

  /** The least share of the layers. */
  get untrustedShare(): number {
    return Math.min(...this.layers.map((layer) => shareOf(layer)));
  }

  /** All layers, the one that is written first. */
  get layers(): readonly [Memory, ...Memory[]] {
    return [this.#first, ...this.#rest];
  }

  scope(...path: readonly [string, ...string[]]): Memory {
    return new LayeredMemory(this.#first.scope(...path), this.#rest);
  }

  async recall(
    query: string | RecallQuery,
    options: CallOptions = {},
  ): Promise<readonly RecalledMemory[]> {
    const answers = await Promise.all(this.layers.map((layer) => layer.recall(query, options)));
    const { limit = DEFAULT_RECALL_LIMIT } = typeof query === "string" ? {} : query;
    return mergeRecalled(answers, { limit, share: this.untrustedShare });
  }

  async context(
    query: string | RecallQuery,
    options: PromptOptions & CallOptions = {},
  ): Promise<PromptContext> {
    checkObject(options, "options");
    const { signal, ...prompt } = options;
    checkPromptOptions(prompt);
    const asked = typeof query === "string" ? { query } : query;
    const found = await this.recall({ limit: CONTEXT_LIMIT, ...asked }, { signal });
    return buildContextFor(asked.query, found, prompt);
  }

  async surface(
    query: SurfaceQuery = {},
    options: CallOptions = {},
  ): Promise<readonly RecalledMemory[]> {
    const answers = await Promise.all(this.layers.map((layer) => layer.surface(query, options)));
    const { limit = DEFAULT_SURFACE_LIMIT } = query;
    return mergeRecalled(answers, { limit, share: this.untrustedShare });
  }

  get<T extends JsonValue>(key: Key<T>, options?: ReadOptions): Promise<T | undefined>;
  get(key: string, options?: ReadOptions): Promise<JsonValue | undefined>;
  get(key: string | Key<JsonValue>, options: ReadOptions = {}): Promise<JsonValue | undefined> {
    return this.#firstThatHas((layer) =>
      typeof key === "string" ? layer.get(key, options) : layer.get(key, options),
    );
  }

  async read(id: string, options: ReadOptions = {}): Promise<MemoryRecord | undefined> {
    return this.#firstThatHas((layer) => layer.read(id, options));
  }

  async history(id: string, options: HistoryReadOptions = {}): Promise<readonly Revision[]> {
    const found = await this.#firstThatHas(async (layer) => {
      const revisions = await layer.history(id, options);
      return revisions.length === 0 ? undefined : revisions;
    });
    return found ?? [];
  }

  async list(query: ListQuery = {}, options: CallOptions = {}): Promise<Page<MemoryRecord>> {
    return listLayers(this.layers, query, options);
  }

  async scopes(query: ScopesQuery = {}, options: CallOptions = {}): Promise<Page<Scope>> {
    return listScopesOfLayers(this.layers, query, options);
  }

  remember(input: string | RememberInput, options?: WriteOptions): Promise<Receipt> {
    return this.#first.remember(input, options);
  }

  rememberAll(
    inputs: readonly (string | RememberInput)[],
    options?: RememberAllOptions,
  ): Promise<readonly Receipt[]> {
    return this.#first.rememberAll(inputs, options);
  }

  set<T extends JsonValue>(
    key: Key<T>,
    value: NoInfer<T>,
    options?: SetOptions,
  ): Promise<MemoryRecord>;
  set(key: string, value: JsonValue, options?: SetOptions): Promise<MemoryRecord>;
  set(key: string | Key<JsonValue>, value: JsonValue, options?: SetOptions): Promise<MemoryRecord> {
    return typeof key === "string"
      ? this.#first.set(key, value, options)
      : this.#first.set(key, value, options);
  }

  update(id: string, patch: RecordPatch, options?: UpdateOptions): Promise<MemoryRecord> {
    return this.#first.update(id, patch, options);
  }

  forget(target: ForgetTarget, options?: ForgetOptions): Promise<number> {
    return this.#first.forget(target, options);
  }

  erase(target: ForgetTarget, options?: EraseOptions): Promise<ErasureReport> {
    return this.#first.erase(target, options);
  }

  markUsed(ids: string | readonly string[], options?: WriteOptions): Promise<number> {
    return this.#first.markUsed(ids, options);
  }

  export(options?: ExportOptions): AsyncIterable<ExportLine> {
    return this.#first.export(options);
  }

  import(
    lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
    options?: ImportOptions,
  ): Promise<ImportReport> {
    return this.#first.import(lines, options);
  }

  on<E extends keyof MemoryEvents>(
    event: E,
    handler: (payload: MemoryEvents[E]) => void,
    options?: EventOptions,
  ): void {
    checkFunction(handler, "handler");
    // Layers may be views of one memory, which emits the same event to each.
    const seen = new WeakSet<MemoryEvents[E]>();
    const once = (payload: MemoryEvents[E]): void => {
      if (seen.has(payload)) return;
      seen.add(payload);
      handler(payload);
    };
    for (const layer of this.layers) layer.on(event, once, options);
  }

  /** Asks one layer after the other until one has an answer. */
  async #firstThatHas<T>(read: (layer: Memory) => Promise<T | undefined>): Promise<T | undefined> {
    for (const layer of this.layers) {
      const found = await read(layer);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function shareOf(layer: Memory & Partial<WithUntrustedShare>): number {
  const { untrustedShare } = layer;
  return typeof untrustedShare === "number" ? untrustedShare : DEFAULT_UNTRUSTED_SHARE;
}
