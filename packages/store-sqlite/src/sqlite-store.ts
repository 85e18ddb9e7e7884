import type {
  CallOptions,
  DeleteOptions,
  GetOptions,
  HistoriesRequest,
  ListRequest,
  MemoryRecord,
  MemoryStore,
  Neighbours,
  NeighboursRequest,
  Page,
  RecordHistory,
  RecordId,
  RecordRef,
  Revision,
  Scope,
  ScopePage,
  SearchHit,
  SearchRequest,
  Selection,
  StoreCapabilities,
  StoredSpace,
  StrengthUpdate,
  Tombstone,
  TombstonesRequest,
  WriteOp,
  WriteResult,
} from "@kioku/core";

import { resolveOptions } from "./options.js";
import type { SqliteStoreOptions } from "./options.js";
import { countMissingVectors } from "./read/count-missing-vectors.js";
import { findNeighbours } from "./read/find-neighbours.js";
import { readSpaces } from "./read/find-space.js";
import { getRecords } from "./read/get-records.js";
import { listHistories } from "./read/list-histories.js";
import { listRecords } from "./read/list-records.js";
import { listScopes } from "./read/list-scopes.js";
import { listTombstones } from "./read/list-tombstones.js";
import { readHistory } from "./read/read-history.js";
import { readVectors } from "./read/read-vectors.js";
import { searchRecords } from "./search/search-records.js";
import type { StoreContext } from "./store-context.js";
import { StoreSession } from "./store-session.js";
import { deleteSelected, sweepExpired } from "./write/delete-selected.js";
import { dropSpace } from "./write/drop-space.js";
import { strengthenRecords } from "./write/strengthen-records.js";
import { writeBatch } from "./write/write-batch.js";

/**
 * A store in one SQLite file, for one or several processes of one machine. All searches are exact. Calls do their work
 * at once, on the calling thread.
 * @throws `invalid-input` if an option is wrong.
 */
export function sqliteStore(options: SqliteStoreOptions): MemoryStore {
  return new SqliteStore(new StoreSession(resolveOptions(options)));
}

class SqliteStore implements MemoryStore {
  readonly name: string = "sqlite";
  readonly capabilities: StoreCapabilities = { vector: "exact", text: true, history: true };
  readonly #session: StoreSession;

  constructor(session: StoreSession) {
    this.#session = session;
  }

  async open(options?: CallOptions): Promise<void> {
    await this.#session.open(options);
  }

  async write(ops: readonly WriteOp[], options?: CallOptions): Promise<readonly WriteResult[]> {
    return this.#session.run(options, (context) => writeBatch(context, ops));
  }

  async get(
    refs: readonly RecordRef[],
    options: GetOptions,
  ): Promise<readonly (MemoryRecord | undefined)[]> {
    return this.#read(options, ({ connection }) => getRecords(connection, refs, options.now));
  }

  async search(request: SearchRequest, options?: CallOptions): Promise<readonly SearchHit[]> {
    return this.#read(options, (context) => searchRecords(context, request));
  }

  async list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#read(options, (context) => listRecords(context, request));
  }

  async vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    return this.#read(options, ({ connection }) => readVectors(connection, space, refs));
  }

  async spaces(options?: CallOptions): Promise<readonly StoredSpace[]> {
    return this.#read(options, ({ connection }) => readSpaces(connection));
  }

  async countMissingVectors(space: string, options?: CallOptions): Promise<number> {
    return this.#read(options, ({ connection }) => countMissingVectors(connection, space));
  }

  async dropSpace(space: string, options?: CallOptions): Promise<number> {
    return this.#session.run(options, (context) => dropSpace(context, space));
  }

  async deleteWhere(selection: Selection, options: DeleteOptions): Promise<readonly RecordId[]> {
    return this.#session.run(options, (context) => deleteSelected(context, selection, options));
  }

  async scopes(within: Scope, page: ScopePage, options?: CallOptions): Promise<Page<Scope>> {
    return this.#read(options, ({ connection }) => listScopes(connection, within, page));
  }

  async history(ref: RecordId, options?: CallOptions): Promise<readonly Revision[]> {
    return this.#read(options, ({ connection }) => readHistory(connection, ref));
  }

  async histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>> {
    return this.#read(options, ({ connection }) => listHistories(connection, request));
  }

  async tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>> {
    return this.#read(options, ({ connection }) => listTombstones(connection, request));
  }

  async neighbours(
    request: NeighboursRequest,
    options?: CallOptions,
  ): Promise<readonly Neighbours[]> {
    return this.#read(options, (context) => findNeighbours(context, request));
  }

  async strengthen(updates: readonly StrengthUpdate[], options?: CallOptions): Promise<void> {
    this.#session.run(options, ({ connection }) => strengthenRecords(connection, updates));
  }

  async sweep(now: Date, options?: CallOptions): Promise<readonly RecordId[]> {
    return this.#session.run(options, (context) => sweepExpired(context, now));
  }

  async scrub(options?: CallOptions): Promise<readonly string[]> {
    return this.#session.run(options, ({ connection }) => connection.scrub());
  }

  async close(): Promise<void> {
    await this.#session.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Reads on one state of the database, so that counters and data agree. */
  #read<T>(options: CallOptions | undefined, work: (context: StoreContext) => T): T {
    return this.#session.run(options, (context) => context.connection.read(() => work(context)));
  }
}
