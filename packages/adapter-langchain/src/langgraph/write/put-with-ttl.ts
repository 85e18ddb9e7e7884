import { BaseStore } from "@langchain/langgraph-checkpoint";
import type { Operation, OperationResults, PutOperation } from "@langchain/langgraph-checkpoint";

/**
 * LangGraph's own `put`, with its own rules for namespaces, which differ by version, before a store
 * that also takes a time to live.
 */
export class PutWithTtl extends BaseStore {
  readonly #store: BaseStore;
  readonly #ttl: number | null | undefined;

  constructor(store: BaseStore, ttl: number | null | undefined) {
    super();
    this.#store = store;
    this.#ttl = ttl;
  }

  /** Hands the operations of a put on. */
  override batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = operations as readonly PutOperation[];
    return this.#store.batch(puts.map((put) => ({ ...put, ttl: this.#ttl })) as unknown as Op);
  }
}
