import Driver from "better-sqlite3";
import type { Database } from "better-sqlite3";

import type { SqlValue } from "../sql/connection.js";
import { runOn } from "./sql-runner.js";
import type { SqlRunner } from "./sql-runner.js";

/** Runs statements on this thread, on a connection of its own. */
export class OwnConnection implements SqlRunner {
  readonly isElsewhere: boolean = false;
  readonly #file: string;
  readonly #pragmas: readonly string[];
  #database: Database | undefined;

  constructor(file: string, pragmas: readonly string[]) {
    this.#file = file;
    this.#pragmas = pragmas;
  }

  async rows<Row>(sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]> {
    if (!this.#database) {
      this.#database = new Driver(this.#file, { timeout: 0, fileMustExist: true });
      for (const pragma of this.#pragmas) this.#database.pragma(pragma);
    }
    return runOn(this.#database).rows<Row>(sql, ...parameters);
  }

  async end(): Promise<void> {
    this.#database?.close();
    this.#database = undefined;
  }
}
