import { checkMembers, invalidInput, MAX_BATCH } from "@kioku/core/toolkit";
import { BaseStore } from "@langchain/langgraph-checkpoint";
import type {
  IndexConfig,
  Operation,
  OperationResults,
  PutOperation,
} from "@langchain/langgraph-checkpoint";

import { checkWritable } from "./operation/check-namespace.js";
import { checkOperation } from "./operation/check-operation.js";
import { operationName } from "./operation/place-name.js";
import { runBatch } from "./run-batch.js";
import { resolveStoreOptions } from "./store-options.js";
import type { MemoryBaseStoreOptions } from "./store-options.js";
import type { StoreSettings } from "./store-settings.js";
import { PutWithTtl } from "./write/put-with-ttl.js";

/**
 * What `put` takes beside the place: the value, which of its texts to index, and how long it lives.
 */
export type MemoryPutArguments = readonly [
  value: NonNullable<PutOperation["value"]>,
  index?: PutOperation["index"] | undefined,
  options?: MemoryPutOptions | undefined,
];

/** How an item is kept. */
export interface MemoryPutOptions {
  /**
   * Life in minutes, more than 0; `null`: without end, whatever the default is. @defaultValue
   * `ttl.defaultMinutes` of the store
   */
  readonly ttl?: number | null | undefined;
}

/** A put of a batch that says how long the item lives. */
export type MemoryPutOperation = PutOperation & MemoryPutOptions;

/**
 * Memory as the long-term store of LangGraph, for `createAgent({ store })` and
 * `StateGraph.compile({ store })`. A namespace is a scope below the view, an item one record of
 * kind `langgraph-item` with key and value: other records of the memory are neither found nor
 * changed.
 *
 * A batch is checked as a whole first. Its reads see what was there before its writes, of several
 * writes of one key the last counts, and everything is embedded before anything is written. Then
 * each namespace is written at once, but the batch as a whole is no transaction: what fails in
 * between leaves earlier namespaces written.
 *
 * `start` and `stop` do nothing: the memory belongs to the caller, who opens and closes it.
 */
export class MemoryBaseStore extends BaseStore {
  readonly #settings: StoreSettings;
  readonly #index: IndexConfig | undefined;

  /**
   * @throws `invalid-input` for an option that is unknown or cannot work, and for a memory of
   * several layers.
   */
  constructor(options: MemoryBaseStoreOptions) {
    super();
    this.#settings = resolveStoreOptions(options);
    this.#index = options.index;
  }

  /** What queries are ranked by, as it was given; `undefined` where the memory ranks. */
  get indexConfig(): IndexConfig | undefined {
    return this.#index;
  }

  /**
   * Runs operations, and answers them in order: `null` for a put and for an item that is not there.
   * @throws `InvalidNamespaceError`; `MemoryError` with `invalid-input` for what cannot work,
   *   `conflict` for a key that a record holds which is no item, `embedder-failed`,
   *   `rejected-by-plugin` and `untrusted` for an item that was refused, and whatever the memory
   *   fails with.
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
   * @throws `InvalidNamespaceError` for a namespace that `put` of the installed LangGraph refuses:
   *   an empty one, one that starts with `langgraph`, and one with a label that is empty or has a
   *   period or, since 1.2 of its checkpoint package, a colon; otherwise as `batch`.
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
