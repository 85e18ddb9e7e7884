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
import { scopeToPath } from "@kioku/core/toolkit";

import { askOn } from "./ask.js";
import type { Ask } from "./ask.js";
import type { MaintainOptions, MaintenanceReport } from "./maintain/maintain-options.js";
import { maintain } from "./maintain/maintain.js";
import { scrub } from "./maintain/scrub.js";
import { resolveOptions } from "./options.js";
import type { PostgresStoreOptions } from "./options.js";
import { PostgresQueue } from "./queue/postgres-queue.js";
import { countMissingVectors } from "./read/count-missing-vectors.js";
import { findNeighbours } from "./read/find-neighbours.js";
import { getRecords } from "./read/get-records.js";
import { listHistories } from "./read/list-histories.js";
import { listRecords } from "./read/list-records.js";
import { listScopes } from "./read/list-scopes.js";
import { listTombstones } from "./read/list-tombstones.js";
import { readHistory } from "./read/read-history.js";
import { readSpaces } from "./read/read-spaces.js";
import { readVectors } from "./read/read-vectors.js";
import { searchRecords } from "./search/search-records.js";
import { StoreSession } from "./store-session.js";
import type { Access } from "./store-session.js";
import { deleteSelected } from "./write/delete-selected.js";
import { dropSpace } from "./write/drop-space.js";
import { strengthenRecords } from "./write/strengthen-records.js";
import { sweepExpired } from "./write/sweep-expired.js";
import { writeBatch } from "./write/write-batch.js";

/**
 * A store in PostgreSQL with pgvector, for any number of processes and machines.
 * @throws `invalid-input` if an option is wrong.
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const resolved = resolveOptions(options);
  return new SessionStore(
    new StoreSession(resolved),
    resolved.indexFrom === false ? "exact" : "approximate",
  );
}

/** A store in PostgreSQL: what every store does, and looking after the database. */
export interface PostgresStore extends CompleteStore {
  /**
   * Brings the database to what the sizes of scopes ask for: an index for the vectors of each large
   * scope, made while others read and write; indexes that were left half-made are made again, those
   * of scopes that became small are removed; statistics of tables that changed much are refreshed.
   * Answers are right without it, and slower in large scopes. Nothing runs it by itself: call it
   * after loading much, and every hour or so from a cron job or a worker, with a role that owns the
   * tables. Of several processes one does the work, the others answer at once with `isBusy`.
   * @throws `store-failed` if the role does not own the tables, or if an index cannot be made;
   *   nothing of it is left. Aborting stops the server, too.
   */
  maintain(options?: MaintainOptions): Promise<MaintenanceReport>;
}

/** Operations that belong to no scope. */
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
    return this.#asking(options, pathsOf(refs), (ask) => getRecords(ask, refs, options.now));
  }

  async search(request: SearchRequest, options?: CallOptions): Promise<readonly SearchHit[]> {
    return this.#session.operation(options, (session) => searchRecords(session, request, options));
  }

  async list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>> {
    return this.#asking(options, pathsWithin(request), (ask) => listRecords(ask, request));
  }

  async vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]> {
    return this.#asking(options, pathsOf(refs), (ask) => readVectors(ask, space, refs));
  }

  async spaces(options?: CallOptions): Promise<readonly StoredSpace[]> {
    return this.#asking(options, EVERYTHING, (ask) => readSpaces(ask));
  }

  async countMissingVectors(space: string, options?: CallOptions): Promise<number> {
    return this.#asking(options, EVERYTHING, (ask) => countMissingVectors(ask, space));
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
    return this.#asking(options, [scopeToPath(within)], (ask) => listScopes(ask, within, page));
  }

  async history(ref: RecordId, options: HistoryOptions = {}): Promise<readonly Revision[]> {
    return this.#session.read(options, pathsOf([ref]), (context) =>
      readHistory(askOn(context), ref, options),
    );
  }

  async histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>> {
    return this.#session.read(options, pathsWithin(request), (context) =>
      listHistories(askOn(context), request),
    );
  }

  async tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>> {
    return this.#asking(options, pathsWithin(request), (ask) => listTombstones(ask, request));
  }

  async neighbours(
    request: NeighboursRequest,
    options?: CallOptions,
  ): Promise<readonly Neighbours[]> {
    return this.#asking(options, pathsWithin(request.selection), (ask) =>
      findNeighbours(ask, request),
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

  /** Each statement by itself, without a transaction. */
  async #asking<T>(
    options: CallOptions | undefined,
    access: Access,
    work: (ask: Ask) => Promise<T>,
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
