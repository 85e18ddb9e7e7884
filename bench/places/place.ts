import type { CompleteStore } from "@kioku/core/toolkit";

/**
 * Where the records of a run are, and how the store that keeps them is made. Another process finds
 * it by its address.
 */
export interface Place {
  readonly address: Address;
  /**
   * A store over what is there, not open.
   * @param exact - Leaves out what may miss a record or is a copy: resident indexes, and indexes
   *   of vectors. Keyword segments of PostgreSQL, which miss none, stay in use. Its answers are the
   *   truth for the store's other answers.
   */
  createStore(options?: { readonly exact?: boolean }): CompleteStore;
  /** Does the host's work after a bulk load, such as making indexes, and returns what it made. */
  settle(store: CompleteStore): Promise<Settled>;
  /** The database and its extensions, with their versions. */
  engine(): Promise<Engine>;
  /** Counts the searches that used an index of vectors; all stores are closed. */
  indexScans(): Promise<number>;
  /** Returns the size of everything on disk; all stores are closed. */
  bytes(): Promise<number>;
  /** A durable commit of the same database engine that does next to nothing. */
  bareCommits(): Promise<BareCommits>;
  /**
   * Asks the server for nothing, on a connection that is there; absent where there is no server.
   */
  roundTrip?(): Promise<void>;
  /** Connects to the server without Kioku; absent where pgvector is not there. */
  plainConnection?(): Promise<PlainConnection>;
  /** Lets go of the database, so that another process may use it. */
  leave(): Promise<void>;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** Indexes made for large scopes; none where the engine needs none. */
export interface Settled {
  readonly vectorIndexes: number;
  readonly keywordSegments: number;
}

/** Versions by name. */
export type Engine = Readonly<Record<string, string>>;

/** Writes one row with a text in a transaction of its own. */
export interface BareCommits {
  commit(text: string): Promise<void>;
  close(): Promise<void>;
}

/** One connection to the server, whose HNSW indexes are asked with `ef` 200. */
export interface PlainConnection {
  /** Schema for tables. */
  readonly schema: string;
  /** False where it is PGlite in this process. */
  readonly isServer: boolean;
  readonly ask: <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** The address of a store, for another process. */
export type Address = SqliteAddress | PostgresAddress;

/** A file. */
export interface SqliteAddress {
  readonly store: "sqlite";
  readonly path: string;
}

/** A schema on a server, or in a folder of PGlite. */
export interface PostgresAddress {
  readonly store: "postgres";
  readonly url?: string | undefined;
  readonly folder?: string | undefined;
  readonly schema: string;
  /**
   * From how many vectors of a scope on they are indexed, and then searched by that index even
   * where the planner would rather compare all; the store's default, and the planner's choice, if
   * absent.
   */
  readonly indexFrom?: number | undefined;
}
