/**
 * What of node-postgres is used: a pool of it, or anything alike. With clients made with
 * `pipeline: true` (pg 8.23 and newer) the statements of one operation travel together.
 */
export interface PostgresPool {
  /** Lends a connection that nobody else uses until it is released. */
  connect(): Promise<PostgresPoolClient>;
  /** Ends all connections; called only on pools that the store has made itself. */
  end?(): Promise<void>;
}

/** A connection that a pool lends. */
export interface PostgresPoolClient {
  /** Whether statements may be sent before those ahead of them are answered. */
  readonly pipeline?: boolean | undefined;
  /**
   * Runs one statement. Values are text, or bytes that are sent in binary. Only the text that
   * begins a transaction has several, without values; its answer is not looked at.
   */
  query(config: PostgresQuery): Promise<PostgresResult>;
  /** Gives it back; with `true` or an error it is thrown away. */
  release(destroy?: boolean | Error): void;
  /**
   * Tells of errors that belong to no statement, such as a connection that broke. Without a
   * listener they would end the process.
   */
  on?(event: "error", listener: (error: Error) => void): unknown;
  /** Takes a listener off. */
  off?(event: "error", listener: (error: Error) => void): unknown;
  /**
   * Where there is one, what is aborted is cut off at once, instead of when the statement under way
   * is answered.
   */
  readonly connection?: PostgresConnection | undefined;
}

/** What lies below a {@link PostgresPoolClient}. */
export interface PostgresConnection {
  /** Its socket. */
  readonly stream?: PostgresStream | undefined;
}

/** The socket of a connection. */
export interface PostgresStream {
  /** Ends it. */
  destroy(): unknown;
  /** Lets the process end while it is open. */
  unref?(): unknown;
  /** How much has arrived so far. Where it is known, a slow answer is told from none. */
  readonly bytesRead?: number | undefined;
}

/** A statement as node-postgres takes it. */
export interface PostgresQuery {
  /** The SQL, with `$1` and so on where values go. */
  readonly text: string;
  /** The values, `$1` first. */
  readonly values: (string | Uint8Array | null)[];
  /**
   * Named statements are kept by the server; nothing is named unless the store is told that it may
   * be.
   */
  readonly name?: string;
  /** How values are read. */
  readonly types: PostgresTypes;
}

/** Says how values of a type are read. */
export interface PostgresTypes {
  /** By object id of the type and by its format. */
  getTypeParser(oid: number, format?: "text" | "binary"): (value: never) => unknown;
}

/** What a statement answers. */
export interface PostgresResult {
  /** The rows that were found, as objects with a member for each column. */
  readonly rows: readonly unknown[];
  /** Such as `COMMIT`, or `ROLLBACK` where a transaction that had failed was to be committed. */
  readonly command?: string | undefined;
  /** How many rows were found or written; nothing for statements that do neither. */
  readonly rowCount?: number | null | undefined;
}

/** What of PGlite is used: PostgreSQL in this process, with one connection. */
export interface PgliteDatabase {
  /** Settles when it can be used. */
  readonly waitReady: Promise<void>;
  /** Runs one statement. Values are text, `null`, or bytes. */
  query(text: string, values: unknown[], options: PgliteQueryOptions): Promise<PgliteResult>;
  /** Runs `work` with nobody else in between. What it throws rolls back. */
  transaction<T>(work: (transaction: PgliteTransaction) => Promise<T>): Promise<T | undefined>;
}

/** A transaction of PGlite. */
export interface PgliteTransaction {
  /** Runs one statement of the transaction. Values are text, `null`, or bytes. */
  query(text: string, values: unknown[], options: PgliteQueryOptions): Promise<PgliteResult>;
}

/** How PGlite writes and reads values. */
export interface PgliteQueryOptions {
  /** How a value that was found is read, by object id of its type. */
  readonly parsers: Record<number, (value: string) => unknown>;
  /** How a value that is given is written, by object id of its type. */
  readonly serializers: Record<number, (value: string) => string>;
}

/** What PGlite answers. */
export interface PgliteResult {
  /** The rows that were found, as objects with a member for each column. */
  readonly rows: unknown[];
  /** How many rows were written. */
  readonly affectedRows?: number | undefined;
}

/** Whether it is PGlite rather than a pool. */
export function isPglite(client: PostgresPool | PgliteDatabase): client is PgliteDatabase {
  return "waitReady" in client && "transaction" in client;
}
