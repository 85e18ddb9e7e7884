import { statSync } from "node:fs";
import type { BigIntStats } from "node:fs";

/**
 * The database file and its write-ahead log as they were opened. On Unix their names can come to
 * mean other files, or none, while a store has them open: what it writes then is gone when it
 * closes. A look costs about a microsecond and a half a file.
 */
export class OpenFiles {
  readonly #file: string | undefined;
  readonly #log: string;
  readonly #fileOpened: string | undefined;
  readonly #logOpened: string | undefined;

  /**
   * @param file - The path of a database that is open, with its log; `undefined` if it is in
   * memory.
   */
  constructor(file: string | undefined) {
    this.#file = file;
    this.#log = `${file}-wal`;
    this.#fileOpened = file === undefined ? undefined : identityOf(file);
    this.#logOpened = file === undefined ? undefined : identityOf(this.#log);
  }

  /** True if the path of the database still leads to the file that was opened. */
  get isInPlace(): boolean {
    // A database without a path is not on a file system.
    if (this.#file === undefined || this.#fileOpened === undefined) return true;
    return identityOf(this.#file) === this.#fileOpened;
  }

  /** @throws `MovedError` if the database was moved, deleted or replaced. */
  requireFile(): void {
    if (!this.isInPlace) throw new MovedError();
  }

  /** @throws `MovedError` if the database or its log was moved, deleted or replaced. */
  requireAll(): void {
    this.requireFile();
    if (this.#logOpened !== undefined && identityOf(this.#log) !== this.#logOpened) {
      throw new MovedError();
    }
  }
}

/** Code of SQLite for a database file that was moved. */
class MovedError extends Error {
  readonly code: string = "SQLITE_READONLY_DBMOVED";

  constructor() {
    super("the path of an open file leads to another file, or to none");
  }
}

function identityOf(path: string): string | undefined {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
