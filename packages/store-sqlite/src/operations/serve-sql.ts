import type * as Threads from "node:worker_threads";

import type { Database, Options } from "better-sqlite3";

import type { SqlValue } from "../sql/connection.js";

/** What the thread is started with. */
export interface ThreadData {
  /** The file that the driver is loaded from. */
  readonly driver: string;
  /** The database. */
  readonly file: string;
  /** What its connection is set to. */
  readonly pragmas: readonly string[];
}

/** A statement for the thread; it answers each one, in their order. */
export interface ThreadRequest {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** What became of a statement. */
export type ThreadAnswer =
  | { readonly rows: readonly unknown[] }
  | { readonly failure: { readonly message: string; readonly code: unknown } };

type LoadDriver = (file: string) => new (file: string, options: Options) => Database;

/**
 * What the thread does. The text of this function is all that the thread gets, so it uses nothing
 * from outside, and nothing in it has a name that a bundler would want to keep by a helper.
 */
function serveSql({ parentPort, workerData }: typeof Threads, load: LoadDriver): void {
  const { driver, file, pragmas } = workerData as ThreadData;
  let database: Database | undefined;
  parentPort?.on("message", (request: ThreadRequest | "end") => {
    if (request === "end") {
      database?.close();
      parentPort.close();
      return;
    }
    try {
      if (!database) {
        database = new (load(driver))(file, { timeout: 0, fileMustExist: true });
        for (const pragma of pragmas) database.pragma(pragma);
      }
      const statement = database.prepare(request.sql);
      const rows = statement.reader ? statement.all(...request.parameters) : [];
      if (!statement.reader) statement.run(...request.parameters);
      parentPort.postMessage({ rows }, []);
    } catch (error) {
      const { message, code } = error as Error & { readonly code?: unknown };
      parentPort.postMessage({ failure: { message, code } }, []);
    }
  });
}

/** The program of the thread: a script that needs no file, so that it is there in every bundle. */
export const THREAD_PROGRAM: string = `(${serveSql.toString()})(require("node:worker_threads"), require)`;
