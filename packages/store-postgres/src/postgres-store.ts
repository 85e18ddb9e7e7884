import type { CallOptions, MemoryRecord, Page, Revision, Scope } from "@kioku/core";
import { rangesOf, scopeToPath } from "@kioku/core/toolkit";
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
  SearchHits,
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

import { readTablesOf } from "./index/vector-tables.js";
import type { MaintainOptions, MaintenanceReport } from "./maintain/maintain-options.js";
import { maintain } from "./maintain/maintain.js";
import { scrub } from "./maintain/scrub.js";
import { resolveOptions, type PostgresStoreOptions, type ResolvedOptions } from "./options.js";
import { PostgresQueue } from "./queue/postgres-queue.js";
import { findNeighbours } from "./read/find-neighbours.js";
import { getRecords } from "./read/get-records.js";
import { listHistories } from "./read/list-histories.js";
import { listRecords } from "./read/list-records.js";
import { listScopes } from "./read/list-scopes.js";
import { listTombstones } from "./read/list-tombstones.js";
import { readHistory } from "./read/read-history.js";
import { countMissingVectors, readSpaces, readVectors } from "./read/read-vectors.js";
import { searchRecords } from "./search/search-records.js";
import { runQuery, type Query } from "./sql/query.js";
import type { SharedParts } from "./store-life.js";
import { StoreSession, type Access } from "./store-session.js";
import { deleteSelected, sweepExpired } from "./write/delete-selected.js";
import { dropSpace } from "./write/drop-space.js";
import { strengthenRecords } from "./write/strengthen-records.js";
import { writeBatch } from "./write/write-batch.js";

/**
 * A store in PostgreSQL with pgvector, for any number of processes and machines.
 * @throws `invalid-input` if an option is wrong.
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  return storeOf(resolveOptions(options));
}

/** Makes a store of checked options. Several may share the driver of one server. */
export function storeOf(resolved: ResolvedOptions, shared?: SharedParts): PostgresStore {
  return new SessionStore(
    new StoreSession(resolved, { shared }),
    resolved.indexFrom === false ? "exact" : "approximate",
  );
}

/** A store in PostgreSQL, with maintenance of its database. */
export interface PostgresStore extends CompleteStore {
  /**
   * Brings indexes and statistics to what the sizes of scopes ask for, while others read and write.
   * Answers are right without it, and slower in large scopes. Call it after loading much, and about
   * every hour from a cron job or a worker, with a role that owns the tables. Of several processes
   * one does the work; the others return at once with `isBusy`.
   * @throws `store-failed` if the role does not own the tables, or if an index cannot be made.
   *   Aborting stops the server, too.
   */
  maintain(options?: MaintainOptions): Promise<MaintenanceReport>;
}

const EVERYTHING: Access = [""];

class SessionStore implements PostgresStore {
  readonly name: string = "postgres";
  readonly capabilities: StoreCapabilities;
  readonly queue: EmbeddingQueue;
  readonly #session: StoreSession;

  constructor(session: StoreSession, vector: StoreCapabilities["vector"]) {
    this.#session = session;
    this.capabilities = { vector, text: true };
    this.queue = new PostgresQueue(session);
  }

  async open(options?: CallOptions): Promise<void> {
    await this.#session.open(options);
  }

  async write(ops: readonly WriteOp[], options?: CallOptions): Promise<readonly WriteResult[]> {
    return this.#session.operation(options, (session) => writeBatch(session, ops, options));
  }

  async get(
    refs: readonly RecordRef[],
    options: GetOptions,
  ): Promise<readonly (MemoryRecord | undefined)[]> {
    return this.#query(options, pathsOf(refs), (query) => getRecords(query, refs, options.now));
  }

  async search(request: SearchRequest, options?: CallOptions): Promise<SearchHits> {
    return this.#session.operation(options, (session) => searchRecords(session, request, options));
  }

  async list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>> {
    const { missingVectorIn } = request;
    if (missingVectorIn !== undefined) {
      return this.#session.read(options, pathsWithin(request), async (context) => {
        const tables = await readTablesOf(context, missingVectorIn, rangesOf(request));
        return listRecords(runQuery(context), request, tables);
      });
    }
    return this.#query(options, pathsWithin(request), (query) => listRecords(query, request));
  }

  async vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    return this.#session.operation(options, (session) =>
      readVectors(session, { space, refs, signal: options?.signal }),
    );
  }

  async spaces(options?: CallOptions): Promise<readonly StoredSpace[]> {
    return this.#query(options, EVERYTHING, (query) => readSpaces(query));
  }

  async countMissingVectors(space: string, options?: CallOptions): Promise<number> {
    return this.#session.read(options, EVERYTHING, (context) =>
      countMissingVectors(context, space),
    );
  }

  async dropSpace(space: string, options?: CallOptions): Promise<number> {
    return this.#session.operation(options, (session) => dropSpace(session, space, options));
  }

  async deleteWhere(selection: Selection, options: DeleteOptions): Promise<readonly RecordId[]> {
    return this.#session.operation(options, (session) =>
      deleteSelected(session, selection, options),
    );
  }

  async scopes(within: Scope, page: ScopePage, options?: CallOptions): Promise<Page<Scope>> {
    return this.#query(options, [scopeToPath(within)], (query) => listScopes(query, within, page));
  }

  async history(ref: RecordId, options: HistoryOptions = {}): Promise<readonly Revision[]> {
    return this.#session.read(options, pathsOf([ref]), (context) =>
      readHistory(runQuery(context), ref, options),
    );
  }

  async histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>> {
    return this.#session.read(options, pathsWithin(request), (context) =>
      listHistories(runQuery(context), request),
    );
  }

  async tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>> {
    return this.#query(options, pathsWithin(request), (query) => listTombstones(query, request));
  }

  async neighbours(
    request: NeighboursRequest,
    options?: CallOptions,
  ): Promise<readonly Neighbours[]> {
    return this.#query(options, pathsWithin(request.selection), (query) =>
      findNeighbours(query, request),
    );
  }

  async strengthen(updates: readonly StrengthUpdate[], options?: CallOptions): Promise<void> {
    await this.#session.operation(options, (session) =>
      strengthenRecords(session, updates, options),
    );
  }

  async sweep(now: Date, options?: CallOptions): Promise<readonly RecordId[]> {
    return this.#session.operation(options, (session) => sweepExpired(session, now, options));
  }

  async scrub(options?: CallOptions): Promise<readonly string[]> {
    return scrub(this.#session, options);
  }

  async maintain(options?: MaintainOptions): Promise<MaintenanceReport> {
    return maintain(this.#session, options);
  }

  async close(): Promise<void> {
    await this.#session.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Runs statements without a transaction. */
  async #query<T>(
    options: CallOptions | undefined,
    access: Access,
    work: (query: Query) => Promise<T>,
  ): Promise<T> {
    return this.#session.operation(options, (session) =>
      work((statement) => session.rows(options, access, statement)),
    );
  }
}

function pathsOf(refs: readonly { readonly scope: Scope }[]): Access {
  return [...new Set(refs.map(({ scope }) => scopeToPath(scope)))];
}

function pathsWithin({ within }: { readonly within: readonly Scope[] }): Access {
  return within.map((scope) => scopeToPath(scope));
}
