import type { CompleteStore } from "@kioku/core/toolkit";

import { readVectors } from "./index/read-vectors.js";
import { removeDamagedFiles } from "./index/saved/index-folder.js";
import { backupDatabase } from "./maintain/backup-database.js";
import { checkDatabase } from "./maintain/check-database.js";
import { scrubDatabase, vacuumDatabase } from "./maintain/rewrite-database.js";
import type { StoreOperations } from "./maintain/store-operations.js";
import { readStats } from "./maintain/store-stats.js";
import { resolveOptions, type SqliteStoreOptions } from "./options.js";
import { sqliteQueue } from "./queue/sqlite-queue.js";
import { findNeighbours } from "./read/find-neighbours.js";
import { countMissingVectors, getRecords, readSpaces } from "./read/find-records.js";
import { listHistories, readHistory } from "./read/histories.js";
import { listRecords } from "./read/list-records.js";
import { listScopes } from "./read/list-scopes.js";
import { listTombstones } from "./read/list-tombstones.js";
import { searchRecords } from "./search/search-records.js";
import { StoreSession } from "./store-session.js";
import { deleteSelected, sweepExpired } from "./write/delete-record.js";
import { dropSpace, strengthenRecords, writeBatch } from "./write/write-batch.js";

/** A store in SQLite, with operations on its file. */
export interface SqliteStore extends CompleteStore, StoreOperations {}

/**
 * Creates a store in one SQLite file, for one or several processes of one machine. All searches are
 * exact. Long work is divided into slices of a few milliseconds, between which the event loop goes
 * on.
 * @throws `invalid-input` if an option is wrong.
 */
export function sqliteStore(options: SqliteStoreOptions): SqliteStore {
  const session = new StoreSession(resolveOptions(options));
  return {
    name: "sqlite",
    capabilities: { vector: "exact", text: true },
    queue: sqliteQueue(session),
    ...readMethods(session),
    ...writeMethods(session),
    ...fileMethods(session),
    open: async (call) => session.open(call),
    close: async () => session.close(),
    [Symbol.asyncDispose]: async () => session.close(),
  };
}

type ReadMethods = Pick<
  SqliteStore,
  | "get"
  | "search"
  | "list"
  | "vectors"
  | "spaces"
  | "countMissingVectors"
  | "scopes"
  | "history"
  | "histories"
  | "tombstones"
  | "neighbours"
>;

function readMethods(session: StoreSession): ReadMethods {
  return {
    get: async (refs, options) => {
      // A record found by these is answered as a repeated write.
      const isReceipt = refs.some((ref) => !("id" in ref));
      return session.read({ ...options, isReceipt }, ({ connection }) =>
        getRecords(connection, refs, options.now),
      );
    },
    search: async (request, options) =>
      session.search(request.selection, options, (context, indexes) =>
        searchRecords(context, indexes, request),
      ),
    list: async (request, options) =>
      session.readLong(options, (context) => listRecords(context, request)),
    vectors: async (space, refs, options) =>
      session.read(options, ({ connection }) =>
        readVectors(connection, session.vectorCache, { space, refs }),
      ),
    spaces: async (options) => session.read(options, ({ connection }) => readSpaces(connection)),
    countMissingVectors: async (space, options) =>
      session.read(options, ({ connection }) => countMissingVectors(connection, space)),
    scopes: async (within, page, options) =>
      session.read(options, ({ connection }) => listScopes(connection, within, page)),
    history: async (ref, options = {}) =>
      session.readLong(options, ({ connection }) => readHistory(connection, ref, options)),
    histories: async (request, options) =>
      session.readLong(options, ({ connection }) => listHistories(connection, request)),
    tombstones: async (request, options) =>
      session.read(options, ({ connection }) => listTombstones(connection, request)),
    neighbours: async (request, options) =>
      session.read(options, (context) => findNeighbours(context, request)),
  };
}

type WriteMethods = Pick<
  SqliteStore,
  "write" | "dropSpace" | "deleteWhere" | "strengthen" | "sweep"
>;

function writeMethods(session: StoreSession): WriteMethods {
  return {
    write: async (ops, options) => {
      const frees = ops.every(({ op }) => op === "delete" || op === "tombstone");
      if (!frees) return session.writeOps(options, ops);
      return session.write({ ...options, frees }, (context) => writeBatch(context, ops));
    },
    dropSpace: async (space, options) =>
      session.write({ ...options, frees: true }, (context) => dropSpace(context, space)),
    deleteWhere: async (selection, options) =>
      session.write({ ...options, frees: true }, (context) =>
        deleteSelected(context, selection, options),
      ),
    strengthen: async (updates, options) =>
      session.write(options, (context) => strengthenRecords(context, updates)),
    sweep: async (now, options) =>
      session.write({ ...options, frees: true }, (context) => sweepExpired(context, now)),
  };
}

function fileMethods(session: StoreSession): StoreOperations & Pick<SqliteStore, "scrub"> {
  return {
    scrub: async (options) => session.maintain(options, scrubDatabase),
    backup: async (file, options) =>
      session.maintain(options, (maintenance, timeout) =>
        backupDatabase({ maintenance, timeout }, file, options),
      ),
    integrityCheck: async (options) =>
      session.maintain(options, (maintenance, timeout) =>
        maintenance.run({ exclusive: false, timeout }, async (sql) => {
          const report = await checkDatabase(sql, "main", options?.signal);
          const { file } = maintenance.database;
          if (file !== undefined) await removeDamagedFiles(sql, file);
          return report;
        }),
      ),
    vacuum: async (options) => session.maintain(options, vacuumDatabase),
    stats: async (options) =>
      session.maintain(options, ({ database: { file } }) =>
        session.read(options, ({ connection }) =>
          readStats({ connection, file, index: session.indexStats }),
        ),
      ),
  };
}
