import type { EmbeddingQueue } from "../contracts/embedding-queue.js";
import type {
  HistoriesRequest,
  RecordHistory,
  Tombstone,
  TombstonesRequest,
} from "../contracts/history.js";
import type {
  CompleteStore,
  DeleteOptions,
  GetOptions,
  HistoryOptions,
  Neighbours,
  NeighboursRequest,
  RecordRef,
  StoreCapabilities,
  StrengthUpdate,
} from "../contracts/memory-store.js";
import type {
  ListRequest,
  ScopePage,
  SearchHit,
  SearchRequest,
  Selection,
} from "../contracts/search.js";
import type { StoredSpace } from "../contracts/vector-space.js";
import type { WriteOp, WriteResult } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { recordKey } from "../internal/record-key.js";
import type { CallOptions } from "../model/call-options.js";
import type { MemoryRecord, Page, RecordId, Revision } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import { readHistory, addTombstone, listHistories, listTombstones } from "./history.js";
import { InMemoryQueue } from "./in-memory-queue.js";
import { listRecords, listScopes } from "./list-records.js";
import { putRecord, restoreEarlier, restoreRecord } from "./put-record.js";
import {
  deleteRecord,
  deleteSelected,
  findRecord,
  strengthenRecords,
  sweepExpired,
} from "./records.js";
import { searchRecords, findNeighbours } from "./search-records.js";
import {
  changeSpace,
  countMissingVectors,
  dropSpace,
  embedRecord,
  copyRecord,
  emptyTables,
  transact,
} from "./tables.js";
import type { Tables } from "./tables.js";

/** Creates a store in this process, for tests and as the reference. Its searches are exact. */
export function inMemoryStore(): CompleteStore {
  return new InMemoryStore();
}

class InMemoryStore implements CompleteStore {
  readonly name: string = "in-memory";
  readonly capabilities: StoreCapabilities = { vector: "exact", text: true };
  readonly queue: EmbeddingQueue = new InMemoryQueue((options) => this.#enter(options));
  #state: "new" | "open" | "closed" = "new";
  #tables: Tables = emptyTables();

  async open(options?: CallOptions): Promise<void> {
    if (this.#state === "closed") throw closed();
    options?.signal?.throwIfAborted();
    this.#state = "open";
  }

  async write(ops: readonly WriteOp[], options?: CallOptions): Promise<readonly WriteResult[]> {
    return transact(this.#enter(options), (tables) => ops.map((op) => writeOp(tables, op)));
  }

  async get(
    refs: readonly RecordRef[],
    options: GetOptions,
  ): Promise<readonly (MemoryRecord | undefined)[]> {
    const tables = this.#enter(options);
    return refs.map((ref) => {
      const found = findRecord(tables.records, ref, options.now);
      return found && copyRecord(found.record);
    });
  }

  async search(request: SearchRequest, options?: CallOptions): Promise<readonly SearchHit[]> {
    return searchRecords(this.#enter(options), request);
  }

  async list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return listRecords(this.#enter(options), request);
  }

  async vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    const tables = this.#enter(options);
    return refs.map((ref) =>
      tables.records.get(recordKey(ref))?.search?.vectors.get(space)?.slice(),
    );
  }

  async spaces(options?: CallOptions): Promise<readonly StoredSpace[]> {
    return [...this.#enter(options).spaces.values()].map((space) => ({ ...space }));
  }

  async countMissingVectors(space: string, options?: CallOptions): Promise<number> {
    return countMissingVectors(this.#enter(options), space);
  }

  async dropSpace(space: string, options?: CallOptions): Promise<number> {
    return transact(this.#enter(options), (tables) => dropSpace(tables, space));
  }

  async deleteWhere(selection: Selection, options: DeleteOptions): Promise<readonly RecordId[]> {
    return transact(this.#enter(options), (tables) => deleteSelected(tables, selection, options));
  }

  async scopes(within: Scope, page: ScopePage, options?: CallOptions): Promise<Page<Scope>> {
    return listScopes(this.#enter(options), within, page);
  }

  async history(ref: RecordId, options: HistoryOptions = {}): Promise<readonly Revision[]> {
    return readHistory(this.#enter(options), ref, options);
  }

  async histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>> {
    return listHistories(this.#enter(options), request);
  }

  async tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>> {
    return listTombstones(this.#enter(options), request);
  }

  async neighbours(
    request: NeighboursRequest,
    options?: CallOptions,
  ): Promise<readonly Neighbours[]> {
    return findNeighbours(this.#enter(options), request);
  }

  async strengthen(updates: readonly StrengthUpdate[], options?: CallOptions): Promise<void> {
    transact(this.#enter(options), (tables) => strengthenRecords(tables, updates));
  }

  async sweep(now: Date, options?: CallOptions): Promise<readonly RecordId[]> {
    return transact(this.#enter(options), (tables) => sweepExpired(tables, now));
  }

  async scrub(options?: CallOptions): Promise<readonly string[]> {
    this.#enter(options);
    return [];
  }

  async close(): Promise<void> {
    this.#state = "closed";
    this.#tables = emptyTables();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #enter(options: CallOptions | undefined): Tables {
    if (this.#state === "closed") throw closed();
    options?.signal?.throwIfAborted();
    if (this.#state === "open") return this.#tables;
    throw new MemoryError("store-failed", "in-memory store is not open; call open() first");
  }
}

function closed(): MemoryError {
  return new MemoryError("closed", "in-memory store is closed; create a new one");
}

function writeOp(tables: Tables, op: WriteOp): WriteResult {
  switch (op.op) {
    case "put":
      return putRecord(tables, op);
    case "delete":
      return deleteRecord(tables, op);
    case "embed":
      return embedRecord(tables, op);
    case "restore":
      return restoreRecord(tables, op);
    case "earlier":
      return restoreEarlier(tables, op);
    case "tombstone":
      return addTombstone(tables, op);
    case "space":
      return changeSpace(tables, op);
    default:
      return op satisfies never;
  }
}
