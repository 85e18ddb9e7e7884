import { checkMembers, invalidInput, MAX_BATCH } from "@kioku/core/toolkit";
import { BaseStore } from "@langchain/langgraph-checkpoint";
import type {
  IndexConfig,
  Operation,
  OperationResults,
  PutOperation,
} from "@langchain/langgraph-checkpoint";

import { checkOperation } from "./check-operation.js";
import { checkWritable, operationName } from "./namespace.js";
import { runBatch } from "./run-batch.js";
import { resolveStoreOptions } from "./store-options.js";
import type { MemoryBaseStoreOptions, StoreSettings } from "./store-options.js";

/** Arguments of `put` after namespace and key: value, fields to index, and options. */
export type MemoryPutArguments = readonly [
  value: NonNullable<PutOperation["value"]>,
  index?: PutOperation["index"] | undefined,
  options?: MemoryPutOptions | undefined,
];

/** Options of `put`. */
export interface MemoryPutOptions {
  /** Minutes to live, more than 0; `null` for no end. @defaultValue `ttl.defaultMinutes` */
  readonly ttl?: number | null | undefined;
}

/** Put operation with a time to live. */
export type MemoryPutOperation = PutOperation & MemoryPutOptions;

/**
 * Long-term store of LangGraph, for `createAgent({ store })` and `StateGraph.compile({ store })`. A
 * namespace is a scope below the view, an item one record of kind `langgraph-item`; other records
 * are neither found nor changed.
 *
 * A batch is checked as a whole first. Its reads see the state before its writes, the last of
 * several writes of one key counts, and all texts are embedded before anything is written. Each
 * namespace is written at once, but the batch is no transaction. `start` and `stop` do nothing: the
 * caller owns the memory.
 */
export class MemoryBaseStore extends BaseStore {
  readonly #settings: StoreSettings;
  readonly #index: IndexConfig | undefined;

  /** @throws `invalid-input` naming the option, and for a memory of several layers. */
  constructor(options: MemoryBaseStoreOptions) {
    super();
    this.#settings = resolveStoreOptions(options);
    this.#index = options.index;
  }

  /** Index configuration as given; `undefined` if the memory ranks. */
  get indexConfig(): IndexConfig | undefined {
    return this.#index;
  }

  /**
   * Runs operations and returns their results in order: `null` for a put and for a missing item.
   * @throws `InvalidNamespaceError`; `MemoryError` with `invalid-input`, `conflict` for a key held
   *   by a record that is no item, `embedder-failed`, `rejected-by-plugin` or `untrusted`.
   */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const settings = this.#settings;
    if (!Array.isArray(operations)) throw invalidInput("operations", "a list", operations);
    if (operations.length > MAX_BATCH) {
      throw invalidInput("operations", `at most ${MAX_BATCH}`, operations);
    }
    const checked = Array.from(operations as readonly unknown[], (operation, index) =>
      checkOperation(operation, operationName(operation, index), settings),
    );
    const results = await runBatch(checked, settings);
    return results as OperationResults<Op>;
  }

  /**
   * Writes an item.
   * @throws `InvalidNamespaceError` for a namespace that `put` of the installed LangGraph refuses,
   *   such as an empty one or one with a period in a label; otherwise as `batch`.
   */
  override async put(
    namespace: string[],
    key: string,
    ...[value, index, options = {}]: MemoryPutArguments
  ): Promise<void> {
    checkWritable(namespace, "namespace");
    checkMembers(options, "options", ["ttl"]);
    await new PutWithTtl(this, options.ttl).put(namespace, key, value, index);
  }
}

/** Runs LangGraph's own `put`, whose checks vary by version, and adds a time to live. */
class PutWithTtl extends BaseStore {
  readonly #store: BaseStore;
  readonly #ttl: number | null | undefined;

  constructor(store: BaseStore, ttl: number | null | undefined) {
    super();
    this.#store = store;
    this.#ttl = ttl;
  }

  /** Passes the operations of a put on. */
  override batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = operations as readonly PutOperation[];
    return this.#store.batch(puts.map((put) => ({ ...put, ttl: this.#ttl })) as unknown as Op);
  }
}
