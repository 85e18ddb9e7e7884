/**
 * A pool of node-postgres, or one like it. With clients made with `pipeline: true` (pg 8.23 and
 * newer) the statements of one operation travel together.
 */
export interface PostgresPool {
  /** Lends a connection for exclusive use until it is released. */
  connect(): Promise<PostgresPoolClient>;
  /** Ends all connections; called only on pools that the store has made itself. */
  end?(): Promise<void>;
}

/** A connection that a pool lends. */
export interface PostgresPoolClient {
  /** True if statements may be sent before earlier ones are answered. */
  readonly pipeline?: boolean | undefined;
  /** Number of the server's process, as the connection's first answer said. */
  readonly processID?: number | null | undefined;
  /**
   * Runs one statement. Values are text, or bytes that are sent in binary. Only the text that
   * begins a transaction holds several statements; its result is ignored.
   */
  query(config: PostgresQuery): Promise<PostgresResult>;
  /** Returns it to the pool; with `true` or an error it is destroyed. */
  release(destroy?: boolean | Error): void;
  /**
   * Listens to errors outside of statements, such as a broken connection, which would otherwise end
   * the process.
   */
  on?(event: "error", listener: (error: Error) => void): unknown;
  /** Removes a listener. */
  off?(event: "error", listener: (error: Error) => void): unknown;
  /** Lets an abort cut the connection at once instead of after the current statement. */
  readonly connection?: PostgresConnection | undefined;
}

/** The connection below a {@link PostgresPoolClient}. */
export interface PostgresConnection {
  /** Its socket. */
  readonly stream?: PostgresStream | undefined;
}

/** The socket of a connection. */
export interface PostgresStream {
  /** Closes it. */
  destroy(): unknown;
  /** Holds back what is written, until `uncork`. */
  cork?(): void;
  /** Sends what was held back. */
  uncork?(): void;
  /** Lets the process end while it is open. */
  unref?(): unknown;
  /** Number of bytes received so far. It tells a slow answer from none. */
  readonly bytesRead?: number | undefined;
}

/** A statement as node-postgres takes it. */
export interface PostgresQuery {
  /** The SQL, with `$1` and so on for values. */
  readonly text: string;
  /** The values, `$1` first. */
  readonly values: (string | Uint8Array | null)[];
  /** Name under which the server keeps the statement; see the option `preparedStatements`. */
  readonly name?: string;
  /** Parsers of result values. */
  readonly types: PostgresTypes;
}

/** Parsers of result values by type. */
export interface PostgresTypes {
  /** Returns the parser of a type by its object id and format. */
  getTypeParser(oid: number, format?: "text" | "binary"): (value: never) => unknown;
}

/** Result of a statement. */
export interface PostgresResult {
  /** The rows, as objects with a member for each column. */
  readonly rows: readonly unknown[];
  /** The command, such as `COMMIT`; `ROLLBACK` where a failed transaction was to be committed. */
  readonly command?: string | undefined;
  /** Number of rows found or written, if the statement does either. */
  readonly rowCount?: number | null | undefined;
}

/** The part of PGlite that is used: PostgreSQL in this process, with one connection. */
export interface PgliteDatabase extends PgliteTransaction {
  /** Settles when it can be used. */
  readonly waitReady: Promise<void>;
  /** Runs `work` exclusively in a transaction; an error rolls it back. */
  transaction<T>(work: (transaction: PgliteTransaction) => Promise<T>): Promise<T | undefined>;
}

/** A transaction of PGlite. */
export interface PgliteTransaction {
  /** Runs one statement. Values are text, `null`, or bytes. */
  query(text: string, values: unknown[], options: PgliteQueryOptions): Promise<PgliteResult>;
}

/** Conversions of values of PGlite. */
export interface PgliteQueryOptions {
  /** Parsers of result values, by object id of the type. */
  readonly parsers: Record<number, (value: string) => unknown>;
  /** Serializers of parameters, by object id of the type. */
  readonly serializers: Record<number, (value: string) => string>;
}

/** Result of PGlite. */
export interface PgliteResult {
  /** The rows, as objects with a member for each column. */
  readonly rows: unknown[];
  /** Number of rows written. */
  readonly affectedRows?: number | undefined;
}

/** Returns true for PGlite, false for a pool. */
export function isPglite(client: PostgresPool | PgliteDatabase): client is PgliteDatabase {
  return "waitReady" in client && "transaction" in client;
}
