import type { CallOptions, MemoryRecord, Page, Revision, Scope } from "@kioku/core";
import type {
  CompleteStore,
  DeleteOptions,
  EmbeddingQueue,
  GetOptions,
  HistoriesRequest,
  HistoryOptions,
  ListRequest,
  Neighbours,
  NeighboursRequest,
  RecordHistory,
  RecordId,
  RecordRef,
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
} from "@kioku/core/toolkit";

import { scrubDatabase } from "./open/scrub-database.js";
import { backupDatabase } from "./operations/backup-database.js";
import type { BackupOptions, BackupResult } from "./operations/backup-options.js";
import { checkDatabase } from "./operations/check-database.js";
import { readStats } from "./operations/read-stats.js";
import type {
  IntegrityReport,
  StoreOperations,
  VacuumResult,
} from "./operations/store-operations.js";
import type { StoreStats } from "./operations/store-stats.js";
import { vacuumDatabase } from "./operations/vacuum-database.js";
import { resolveOptions } from "./options.js";
import type { SqliteStoreOptions } from "./options.js";
import { SqliteQueue } from "./queue/sqlite-queue.js";
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
import { StoreSession } from "./store-session.js";
import { deleteSelected, sweepExpired } from "./write/delete-selected.js";
import { dropSpace } from "./write/drop-space.js";
import { strengthenRecords } from "./write/strengthen-records.js";
import { writeBatch } from "./write/write-batch.js";

/**
 * A store in one SQLite file, for one or several processes of one machine. All searches are exact.
 * Long work is divided into slices of a few milliseconds, between which the event loop goes on.
 * @throws `invalid-input` if an option is wrong.
 */
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  return new SessionStore(new StoreSession(resolveOptions(options)));
}

/** A store in SQLite: what every store does, and what can be done with its file. */
export interface SqliteStore extends CompleteStore, StoreOperations {}

class SessionStore implements SqliteStore {
  readonly name: string = "sqlite";
  readonly capabilities: StoreCapabilities = { vector: "exact", text: true };
  readonly queue: EmbeddingQueue;
  readonly #session: StoreSession;

  constructor(session: StoreSession) {
    this.#session = session;
    this.queue = new SqliteQueue(session);
  }

  async open(options?: CallOptions): Promise<void> {
    await this.#session.open(options);
  }

  async write(ops: readonly WriteOp[], options?: CallOptions): Promise<readonly WriteResult[]> {
    const frees = ops.every(({ op }) => op === "delete" || op === "tombstone");
    return this.#session.write({ ...options, frees }, (context) => writeBatch(context, ops));
  }

  async get(
    refs: readonly RecordRef[],
    options: GetOptions,
  ): Promise<readonly (MemoryRecord | undefined)[]> {
    return this.#session.read(options, ({ connection }) =>
      getRecords(connection, refs, options.now),
    );
  }

  async search(request: SearchRequest, options?: CallOptions): Promise<readonly SearchHit[]> {
    return this.#session.search(request.selection, options, (context, mirrors) =>
      searchRecords(context, mirrors, request),
    );
  }

  async list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#session.readLong(options, (context) => listRecords(context, request));
  }

  async vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    return this.#session.read(options, ({ connection }) => readVectors(connection, space, refs));
  }

  async spaces(options?: CallOptions): Promise<readonly StoredSpace[]> {
    return this.#session.read(options, ({ connection }) => readSpaces(connection));
  }

  async countMissingVectors(space: string, options?: CallOptions): Promise<number> {
    return this.#session.read(options, ({ connection }) => countMissingVectors(connection, space));
  }

  async dropSpace(space: string, options?: CallOptions): Promise<number> {
    return this.#session.write({ ...options, frees: true }, (context) => dropSpace(context, space));
  }

  async deleteWhere(selection: Selection, options: DeleteOptions): Promise<readonly RecordId[]> {
    return this.#session.write({ ...options, frees: true }, (context) =>
      deleteSelected(context, selection, options),
    );
  }

  async scopes(within: Scope, page: ScopePage, options?: CallOptions): Promise<Page<Scope>> {
    return this.#session.read(options, ({ connection }) => listScopes(connection, within, page));
  }

  async history(ref: RecordId, options: HistoryOptions = {}): Promise<readonly Revision[]> {
    return this.#session.readLong(options, ({ connection }) =>
      readHistory(connection, ref, options),
    );
  }

  async histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>> {
    return this.#session.readLong(options, ({ connection }) => listHistories(connection, request));
  }

  async tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>> {
    return this.#session.read(options, ({ connection }) => listTombstones(connection, request));
  }

  async neighbours(
    request: NeighboursRequest,
    options?: CallOptions,
  ): Promise<readonly Neighbours[]> {
    return this.#session.read(options, (context) => findNeighbours(context, request));
  }

  async strengthen(updates: readonly StrengthUpdate[], options?: CallOptions): Promise<void> {
    await this.#session.write(options, (context) => strengthenRecords(context, updates));
  }

  async sweep(now: Date, options?: CallOptions): Promise<readonly RecordId[]> {
    return this.#session.write({ ...options, frees: true }, (context) =>
      sweepExpired(context, now),
    );
  }

  async scrub(options?: CallOptions): Promise<readonly string[]> {
    return this.#session.maintain(options, scrubDatabase);
  }

  async backup(file: string, options?: BackupOptions): Promise<BackupResult> {
    return this.#session.maintain(options, (maintenance, patience) =>
      backupDatabase({ maintenance, patience }, file, options),
    );
  }

  async integrityCheck(options?: CallOptions): Promise<IntegrityReport> {
    return this.#session.maintain(options, (maintenance, patience) =>
      maintenance.run({ exclusive: false, patience }, (sql) =>
        checkDatabase(sql, "main", options?.signal),
      ),
    );
  }

  async vacuum(options?: CallOptions): Promise<VacuumResult> {
    return this.#session.maintain(options, vacuumDatabase);
  }

  async stats(options?: CallOptions): Promise<StoreStats> {
    const { mirror } = this.#session;
    return this.#session.maintain(options, ({ database: { file } }) =>
      this.#session.read(options, ({ connection }) => readStats({ connection, file, mirror })),
    );
  }

  async close(): Promise<void> {
    await this.#session.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
