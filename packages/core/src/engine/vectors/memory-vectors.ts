import type { Operation } from "../../api/events.js";
import type { RememberInput } from "../../api/inputs.js";
import type { Memory } from "../../api/memory.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import {
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
} from "../../internal/check/check.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import { isWithin } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { MemoryView } from "../memory-view.js";
import { runSync } from "../observe/failure.js";
import { type Measure, observe } from "../observe/observe.js";
import { checkKey } from "../write/check-remember-input.js";
import { rememberAll } from "../write/remember-all.js";
import { type GivenVector, OwnSpace, toSpaceVector } from "./own-vectors.js";
import { searchVectors } from "./search-vectors.js";
import type { MemoryVectors, MemoryVectorsOptions, VectorInput } from "./vector-inputs.js";

/** Most texts of one record with a vector each: each is a search of its own. */
const MAX_TEXTS = 32;

const countPresent = (found: readonly unknown[]): number => found.filter(Boolean).length;

/**
 * Gives access to the vectors of a memory in one space.
 * @throws `invalid-input` for a memory of several layers, or of another copy of the package.
 */
export function memoryVectors(memory: Memory, options: MemoryVectorsOptions = {}): MemoryVectors {
  return runSync("memoryVectors", () => {
    const engine = MemoryView.engineOf(memory);
    if (!engine) {
      throw invalidInput("memory", "a view of one scope, made by createMemory of this package");
    }
    checkMembers(options, "options", ["embedder", "maxTexts"]);
    const { embedder, maxTexts = 1 } = options;
    if (embedder !== undefined) {
      checkMethods(embedder, "options.embedder", ["embed"]);
      checkText(embedder.id, "options.embedder.id", MAX_NAME_LENGTH);
    }
    checkNumber(maxTexts, "options.maxTexts", { min: 1, max: MAX_TEXTS, integer: true });
    return new VectorView(engine, memory, new OwnSpace(engine, options));
  });
}

class VectorView implements MemoryVectors {
  readonly memory: Memory;
  readonly #engine: Engine;
  readonly #space: OwnSpace;

  constructor(engine: Engine, memory: Memory, space: OwnSpace) {
    this.#engine = engine;
    this.memory = memory;
    this.#space = space;
  }

  scope(...path: readonly [string, ...string[]]): MemoryVectors {
    return new VectorView(this.#engine, this.memory.scope(...path), this.#space);
  }

  readonly embedder: MemoryVectors["embedder"] = async (options = {}) => {
    checkCallOptions(options);
    const { lifecycle } = this.#engine;
    const { embedder } = await lifecycle.run(options.signal, () => this.#space.embedder(options));
    return embedder;
  };

  readonly rememberAll: MemoryVectors["rememberAll"] = async (inputs, options = {}) =>
    this.#observed("rememberAll", { options }, async () => {
      if (!Array.isArray(inputs)) throw invalidInput("inputs", "a list", inputs);
      const { scopePath: scope } = this.memory;
      const embedding = await this.#own(options);
      const given = new Map<number, GivenVector>();
      const textsOf = new Map<number, (input: RememberInput) => readonly string[]>();
      const plain = (inputs as readonly VectorInput[]).map((input, index) => {
        if (typeof input !== "object" || input === null) return input;
        const { vector: values, textsOf: find, ...rest } = input;
        const name = `inputs[${index}]`;
        if (find !== undefined) {
          checkFunction(find, `${name}.textsOf`);
          if (values !== undefined) throw invalidInput(`${name}.textsOf`, "left out with a vector");
          textsOf.set(index, find);
        }
        if (values === undefined) return rest;
        const vector = toSpaceVector(embedding.embedder, values, `${name}.vector`);
        given.set(index, { content: rest.content, vector });
        return rest;
      });
      const own = { ...embedding, given, textsOf };
      return rememberAll(this.#engine, plain, { ...options, scope, own, operation: "rememberAll" });
    });

  readonly search: MemoryVectors["search"] = async (query, options = {}) =>
    this.#observed("recall", { options }, async () => {
      const own = await this.#own(options);
      const { scopePath: scope } = this.memory;
      return searchVectors(this.#engine, query, { ...own, scope, signal: options.signal });
    });

  readonly vectors: MemoryVectors["vectors"] = async (records, options = {}) => {
    const { embedder } = await this.#own(options);
    const { store, lifecycle } = this.#engine;
    const { signal } = options;
    const own = records.filter(({ scope }) => isWithin(scope, this.memory.scopePath));
    const refs = own.map(({ id, scope }) => ({ id, scope }));
    const found = await lifecycle.run(signal, () => store.vectors(embedder.id, refs, { signal }));
    const vectors = new Map(own.map((record, index) => [record, found[index]]));
    return records.map((record) => vectors.get(record));
  };

  readonly readKeys: MemoryVectors["readKeys"] = async (keys, options = {}) => {
    return this.#observed("read", { options, count: countPresent }, async () => {
      checkCallOptions(options);
      if (!Array.isArray(keys)) throw invalidInput("keys", "a list", keys);
      const { scopePath: scope } = this.memory;
      const refs = keys.map((key: unknown, at) => ({ scope, key: checkKey(key, `keys[${at}]`) }));
      const { store, lifecycle, clock } = this.#engine;
      const { signal } = options;
      return lifecycle.run(signal, () => store.get(refs, { now: clock(), signal }));
    });
  };

  /** Returns the embedder of the space, on an open store. */
  async #own(options: CallOptions): ReturnType<OwnSpace["embedder"]> {
    checkMembers(options, "options", ["signal", "actor", "cause", "onProgress"]);
    const { signal } = options;
    return this.#engine.lifecycle.run(signal, () => this.#space.embedder({ signal }));
  }

  #observed<T>(
    operation: Operation,
    measure: Partial<Measure<T>> & { readonly options: CallOptions },
    run: () => Promise<T>,
  ): Promise<T> {
    return observe(this.#engine, { operation, scope: this.memory.scopePath, ...measure }, run);
  }
}
