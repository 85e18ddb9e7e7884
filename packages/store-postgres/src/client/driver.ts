/**
 * What a parameter may be. Arrays are encoded by `textArray` and its like, vectors by
 * `encodeVector`.
 */
export type SqlValue = string | number | boolean | Uint8Array | null;

/** A statement and its parameters, in order. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
  /**
   * Planned for its values each time, and never named: what partial indexes answer, which a plan
   * for any values cannot use.
   */
  readonly plansEachTime?: boolean | undefined;
}

/** Runs statements on one connection. */
export interface Channel {
  /**
   * The rows of a statement. Statements run in the order of the calls; several may be called
   * without awaiting those before, then they travel together if the connection can do that.
   */
  rows<Row>(statement: Statement): Promise<readonly Row[]>;
  /** Runs a statement and says how many rows it changed. */
  change(statement: Statement): Promise<number>;
  /**
   * Sends a statement whose answer nobody needs: it travels with the commit, and its failure is the
   * transaction's. Nothing may follow it but what writes, too.
   */
  finish(statement: Statement): void;
}

/** How something is run. */
export interface RunOptions {
  /**
   * Rejects at once, and nothing is changed; once a commit is on its way, the answer decides. The
   * connection is cut, which the server notices when it next looks at it: until then a statement
   * under way works or waits on, and keeps its locks.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * A place in the write-ahead log of the primary. A replica that is not there yet rejects.
   */
  readonly notBefore?: string | undefined;
  /**
   * How long one statement may take. Left out, statements may take any time, as long as the server
   * answers on other connections. PGlite has no such limit.
   */
  readonly statementTimeoutMs?: number | undefined;
}

/** How a transaction begins. */
export interface TransactionOptions extends RunOptions {
  /**
   * `snapshot`: reads one state of the database and writes nothing. `write`: each statement sees
   * what was committed before it. `serializable`: as if it ran alone; where that is not possible it
   * fails, and has to be run again.
   */
  readonly mode: "snapshot" | "write" | "serializable";
}

/** Reaches a database, whatever the client. */
export interface Driver {
  /** Runs one statement that reads, by itself. */
  rows<Row>(statement: Statement, options?: RunOptions): Promise<readonly Row[]>;
  /** Runs `work` in a transaction; what it throws undoes everything. */
  transaction<T>(options: TransactionOptions, work: (channel: Channel) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on one connection without a transaction: for what PostgreSQL refuses inside of one.
   */
  outside<T>(
    work: (channel: Channel) => Promise<T>,
    options?: Pick<RunOptions, "signal">,
  ): Promise<T>;
  /** Waits for what is under way, and ends what the store has made itself. */
  close(): Promise<void>;
}

/**
 * A parameter as the wire takes it. The database cannot hold NUL or half of a surrogate pair: what
 * has one is looked for as core would have written it.
 */
export function toWire(value: SqlValue): string | Uint8Array | null {
  if (typeof value === "string")
    return (value.includes("\0") ? value.replaceAll("\0", "\uFFFD") : value).toWellFormed();
  if (value === null || typeof value === "object") return value;
  return String(value);
}
