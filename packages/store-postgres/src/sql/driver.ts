import type { RawBuilder } from "kysely";

/** A parameter. Arrays are encoded by `textArray` and the like, vectors by `encodeVector`. */
export type SqlValue = string | number | boolean | Uint8Array | null;

/** A statement and its parameters, in order. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** A statement, compiled or not. */
export type Executable = Statement | RawBuilder<unknown>;

/** Runs statements on one connection. */
export interface Channel {
  /**
   * Returns the rows of a statement. Statements run in order and may be sent without awaiting
   * earlier ones; then they travel together if the connection can pipeline.
   */
  rows<Row>(statement: Executable): Promise<readonly Row[]>;
  /** Runs a statement and returns the number of changed rows. */
  change(statement: Executable): Promise<number>;
  /** Sends a write whose result nobody needs, along with the commit. Only writes may follow it. */
  finish(statement: Executable): void;
}

/** Options of running statements. */
export interface RunOptions {
  /**
   * Rejects at once and changes nothing, unless the commit was sent. The connection is cut; the
   * server may keep working and keep its locks until it notices.
   */
  readonly signal?: AbortSignal | undefined;
  /** A position in the primary's write-ahead log that a replica must have reached. */
  readonly notBefore?: string | undefined;
  /** Limit of one statement; left out, there is none while the server answers. Not for PGlite. */
  readonly statementTimeoutMs?: number | undefined;
}

/** Options of a transaction. */
export interface TransactionOptions extends RunOptions {
  /** `snapshot` reads one state of the database. In `write` each statement sees earlier commits. */
  readonly mode: "snapshot" | "write";
}

/** Reaches a database by any client. */
export interface Driver {
  /** Runs one statement that reads. */
  rows<Row>(statement: Executable, options?: RunOptions): Promise<readonly Row[]>;
  /** Runs one statement that writes, as a transaction of its own. It must not wait for long. */
  commit<Row>(statement: Executable, options?: RunOptions): Promise<readonly Row[]>;
  /** Runs `work` in a transaction; an error rolls it back. */
  transaction<T>(options: TransactionOptions, work: (channel: Channel) => Promise<T>): Promise<T>;
  /** Runs `work` on one connection without a transaction. */
  outside<T>(
    work: (channel: Channel) => Promise<T>,
    options?: Pick<RunOptions, "signal">,
  ): Promise<T>;
  /** Awaits pending work, and ends what the store has made itself. */
  close(): Promise<void>;
}

/** Converts a parameter for the wire. NUL and lone surrogates become U+FFFD, as in core. */
export function toWire(value: SqlValue): string | Uint8Array | null {
  if (typeof value === "string")
    return (value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value).toWellFormed();
  if (value === null || typeof value === "object") return value;
  return String(value);
}
