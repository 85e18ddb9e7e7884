import type { Key } from "../../api/key.js";
import type { Memory } from "../../api/memory.js";
import type { ReadOptions, Recalled } from "../../api/queries.js";
import type { Embedder } from "../../contracts/embedder.js";
import { checkFunction, checkMethods, checkObject } from "../../internal/check/check.js";
import { CONTEXT_LIMIT, DEFAULT_RECALL_LIMIT, DEFAULT_SURFACE_LIMIT } from "../../model/limits.js";
import type { JsonValue } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { buildContextFor } from "../../prompt/build-context.js";
import { checkPromptOptions } from "../../prompt/check-prompt-options.js";
import type { Engine } from "../engine.js";
import { carryState, innermost, memoryState } from "../memory-state.js";
import { MemoryView } from "../memory-view.js";
import { contextLimit } from "../read/recall-context.js";
import { DEFAULT_UNTRUSTED_SHARE, type WithUntrustedShare } from "../untrusted-share.js";
import { listLayers, listScopesOfLayers } from "./list-layers.js";
import { mergeRecalled } from "./merge-recalled.js";

/** Several memories read as one; what writes goes to the first. */
class LayeredMemory implements Memory, WithUntrustedShare {
  /** All layers, the one that is written first. */
  readonly layers: readonly [Memory, ...Memory[]];

  readonly remember: Memory["remember"] = (...call) => this.first.remember(...call);
  readonly rememberAll: Memory["rememberAll"] = (...call) => this.first.rememberAll(...call);
  readonly update: Memory["update"] = (...call) => this.first.update(...call);
  readonly forget: Memory["forget"] = (...call) => this.first.forget(...call);
  readonly erase: Memory["erase"] = (...call) => this.first.erase(...call);
  readonly markUsed: Memory["markUsed"] = (...call) => this.first.markUsed(...call);
  readonly export: Memory["export"] = (...call) => this.first.export(...call);
  readonly import: Memory["import"] = (...call) => this.first.import(...call);

  constructor(first: Memory, rest: readonly Memory[]) {
    this.layers = [first, ...rest];
    carryState(this, memoryState(first));
  }

  /** The layer that is written. */
  get first(): Memory {
    return this.layers[0];
  }

  get scopePath(): Scope {
    return this.first.scopePath;
  }

  get set(): Memory["set"] {
    return this.first.set.bind(this.first);
  }

  /** The least share of the layers. */
  get untrustedShare(): number {
    return Math.min(...this.layers.map((memory) => shareOf(memory)));
  }

  scope(...path: readonly [string, ...string[]]): Memory {
    const [first, ...rest] = this.layers;
    return new LayeredMemory(first.scope(...path), rest);
  }

  readonly recall: Memory["recall"] = async (query, options = {}) => {
    const answers = await Promise.all(this.layers.map((memory) => memory.recall(query, options)));
    const { limit = DEFAULT_RECALL_LIMIT } = typeof query === "string" ? {} : query;
    return mergeRecalled(answers, { limit, share: this.untrustedShare });
  };

  readonly context: Memory["context"] = async (query = {}, options = {}) => {
    checkObject(options, "options");
    const { signal, ...prompt } = options;
    const { budget } = checkPromptOptions(prompt);
    const asked = typeof query === "string" ? { query } : query;
    checkObject(asked, "query");
    const { query: text, limit = contextLimit(budget) } = asked;
    const merging = { limit, answer: asked.limit ?? CONTEXT_LIMIT, share: this.untrustedShare };
    const answers = this.layers.map(async (memory): Promise<Recalled> => {
      if (text !== undefined) return memory.recall({ ...asked, query: text, limit }, { signal });
      const { included } = await memory.context(asked, options);
      return included.map((one) => one.memory);
    });
    const found = mergeRecalled(await Promise.all(answers), merging);
    return buildContextFor({ query: text ?? "", isAll: text === undefined }, found, prompt);
  };

  readonly surface: Memory["surface"] = async (query = {}, options = {}) => {
    const answers = await Promise.all(this.layers.map((memory) => memory.surface(query, options)));
    const { limit = DEFAULT_SURFACE_LIMIT } = query;
    return mergeRecalled(answers, { limit, share: this.untrustedShare });
  };

  get<T extends JsonValue>(key: Key<T>, options?: ReadOptions): Promise<T | undefined>;
  get(key: string, options?: ReadOptions): Promise<JsonValue | undefined>;
  get(key: string | Key<JsonValue>, options: ReadOptions = {}): Promise<JsonValue | undefined> {
    return this.#firstThatHas((memory) =>
      typeof key === "string" ? memory.get(key, options) : memory.get(key, options),
    );
  }

  readonly read: Memory["read"] = async (id, options = {}) =>
    this.#firstThatHas((memory) => memory.read(id, options));

  readonly history: Memory["history"] = async (id, options = {}) => {
    const found = await this.#firstThatHas(async (memory) => {
      const revisions = await memory.history(id, options);
      return revisions.length === 0 ? undefined : revisions;
    });
    return found ?? [];
  };

  readonly list: Memory["list"] = async (query = {}, options = {}) =>
    listLayers(this.layers, query, options);

  readonly scopes: Memory["scopes"] = async (query = {}, options = {}) =>
    listScopesOfLayers(this.layers, query, options);

  readonly on: Memory["on"] = (event, handler, options) => {
    checkFunction(handler, "handler");
    // Layers may be views of one memory, which emits the same event to each.
    const seen = new WeakSet();
    const once: typeof handler = (payload) => {
      if (seen.has(payload)) return;
      seen.add(payload);
      handler(payload);
    };
    for (const memory of this.layers) memory.on(event, once, options);
  };

  /** Asks one layer after the other until one has an answer. */
  async #firstThatHas<T>(read: (memory: Memory) => Promise<T | undefined>): Promise<T | undefined> {
    for (const memory of this.layers) {
      const found = await read(memory);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function shareOf(memory: Memory): number {
  const { untrustedShare } = innermost(memory) as Memory & Partial<WithUntrustedShare>;
  return typeof untrustedShare === "number" ? untrustedShare : DEFAULT_UNTRUSTED_SHARE;
}

/**
 * Several memories as one: `layer(session, user, team)` reads all of them and writes to the first.
 *
 * - `recall`, `context` and `surface` ask all layers at once and merge by score. What several
 *   layers say is there once, from the earliest layer that can be trusted as much; `limit` and the
 *   share of untrusted memories, the least of all layers, hold for the merged answer.
 * - `get`, `read` and `history` give what the first layer has that has anything.
 * - `list` and `scopes` page through all layers in one order, a record at one place in it once.
 *   `on` hears of all layers.
 * - Every other verb is the first layer's; `scope` narrows it and keeps the others.
 *
 * A layer that fails makes the call fail.
 * @throws `invalid-input` for a layer that is no memory.
 */
export function layer(first: Memory, ...rest: readonly Memory[]): Memory {
  const members = Object.getOwnPropertyNames(MemoryView.prototype);
  const verbs = members.filter((name) => name !== "constructor");
  for (const [index, memory] of [first, ...rest].entries()) {
    checkMethods(memory, `layer ${index + 1}`, verbs);
  }
  return new LayeredMemory(first, rest);
}

/** Returns the innermost layers of a memory, the written one first; without layers itself. */
export function layersOf(memory: Memory): readonly [Memory, ...Memory[]] {
  if (!(memory instanceof LayeredMemory)) return [memory];
  const [first, ...others] = memory.layers;
  return [...layersOf(first), ...others.flatMap((one) => layersOf(one))];
}

/** Returns the first embedder of a memory or its first layer, not to be closed, if known. */
export function embedderOf(memory: Memory): Embedder | undefined {
  return engineOf(memory)?.embedders[0];
}

/** Returns one object for all views of a memory or its first layer; else `undefined`. */
export function memoryIdentity(memory: Memory): object | undefined {
  return engineOf(memory)?.identity;
}

function engineOf(memory: Memory): Engine | undefined {
  const inner = innermost(memory);
  const [first] = layersOf(inner);
  return first === inner ? MemoryView.engineOf(first) : engineOf(first);
}
