import { createRequire } from "node:module";

import Driver from "better-sqlite3";
import type { Database } from "better-sqlite3";

import type { SqlRunner, SqlValue } from "../sql/sql-text.js";
import { SqlThread } from "./sql-thread.js";

/** Runs statements on a shared connection, whose other users have to wait. */
export function runOn(database: Database): SqlRunner {
  return {
    isElsewhere: false,
    rows: async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all(...parameters) as Row[];
      statement.run(...parameters);
      return [];
    },
    end: () => Promise.resolve(),
  };
}

/** Runs statements on this thread, on a connection of its own. */
export function ownConnection(file: string, pragmas: readonly string[]): SqlRunner {
  let database: Database | undefined;
  return {
    isElsewhere: false,
    rows: async <Row>(sql: string, ...parameters: readonly SqlValue[]) => {
      if (!database) {
        database = new Driver(file, { timeout: 0, fileMustExist: true });
        for (const pragma of pragmas) database.pragma(pragma);
      }
      return runOn(database).rows<Row>(sql, ...parameters);
    },
    end: async () => {
      database?.close();
      database = undefined;
    },
  };
}

/**
 * Creates a runner for long work: on a thread if the process may have one and the driver can be
 * resolved (not in some bundles), else on this thread.
 */
export function runOnFile(file: string, pragmas: readonly string[]): SqlRunner {
  const driver = driverFile();
  return driver === undefined
    ? ownConnection(file, pragmas)
    : new SqlThread({ driver, file, pragmas });
}

function driverFile(): string | undefined {
  if (!mayHaveThreads(process)) return undefined;
  try {
    return createRequire(import.meta.url).resolve("better-sqlite3");
  } catch {
    return undefined;
  }
}

/** Returns false if Node's permission model forbids workers. */
function mayHaveThreads({
  permission,
}: {
  readonly permission?: { readonly has: (scope: string) => boolean };
}): boolean {
  return permission?.has("worker") !== false;
}
