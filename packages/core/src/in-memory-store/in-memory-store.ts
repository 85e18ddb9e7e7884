import type { EmbeddingQueue } from "../contracts/embedding-queue.js";
import type { CompleteStore, StoreCapabilities } from "../contracts/memory-store.js";
import type { WriteOp, WriteResult } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { recordKey } from "../internal/record-key.js";
import type { CallOptions } from "../model/call-options.js";
import { addTombstone, listHistories, listTombstones, readHistory } from "./history.js";
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
import { findNeighbours, searchRecords } from "./search-records.js";
import {
  changeSpace,
  copyRecord,
  countMissingVectors,
  dropSpace,
  embedRecord,
  emptyTables,
  transact,
  type Tables,
} from "./tables.js";

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

  readonly write: CompleteStore["write"] = async (ops, options) =>
    transact(this.#enter(options), (tables) => ops.map((op) => writeOp(tables, op)));

  readonly get: CompleteStore["get"] = async (refs, options) => {
    const { records } = this.#enter(options);
    return refs.map((ref) => {
      const found = findRecord(records, ref, options.now);
      return found && copyRecord(found.record);
    });
  };

  readonly search: CompleteStore["search"] = async (request, options) =>
    searchRecords(this.#enter(options), request);

  readonly list: CompleteStore["list"] = async (request, options) =>
    listRecords(this.#enter(options), request);

  readonly vectors: CompleteStore["vectors"] = async (space, refs, options) => {
    const { records } = this.#enter(options);
    return refs.map((ref) => records.get(recordKey(ref))?.search?.vectors.get(space)?.slice());
  };

  readonly spaces: CompleteStore["spaces"] = async (options) =>
    [...this.#enter(options).spaces.values()].map((space) => ({ ...space }));

  readonly countMissingVectors: CompleteStore["countMissingVectors"] = async (space, options) =>
    countMissingVectors(this.#enter(options), space);

  readonly dropSpace: CompleteStore["dropSpace"] = async (space, options) =>
    transact(this.#enter(options), (tables) => dropSpace(tables, space));

  readonly deleteWhere: CompleteStore["deleteWhere"] = async (selection, options) =>
    transact(this.#enter(options), (tables) => deleteSelected(tables, selection, options));

  readonly scopes: CompleteStore["scopes"] = async (within, page, options) =>
    listScopes(this.#enter(options), within, page);

  readonly history: CompleteStore["history"] = async (ref, options = {}) =>
    readHistory(this.#enter(options), ref, options);

  readonly histories: CompleteStore["histories"] = async (request, options) =>
    listHistories(this.#enter(options), request);

  readonly tombstones: CompleteStore["tombstones"] = async (request, options) =>
    listTombstones(this.#enter(options), request);

  readonly neighbours: CompleteStore["neighbours"] = async (request, options) =>
    findNeighbours(this.#enter(options), request);

  readonly strengthen: CompleteStore["strengthen"] = async (updates, options) =>
    transact(this.#enter(options), (tables) => strengthenRecords(tables, updates));

  readonly sweep: CompleteStore["sweep"] = async (now, options) =>
    transact(this.#enter(options), (tables) => sweepExpired(tables, now));

  readonly scrub: CompleteStore["scrub"] = async (options) => {
    this.#enter(options);
    return [];
  };

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
