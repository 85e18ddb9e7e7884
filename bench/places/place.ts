import type { MemoryStore } from "@kioku/core";

/** Where the records of a run are, and how the store that keeps them is made. Another process finds it by its address. */
export interface Place {
  readonly address: Address;
  /**
   * A store over what is there, not open.
   * @param exact - Answers from no index and no cache: the truth for the store's other answers.
   */
  createStore(options?: { readonly exact?: boolean }): MemoryStore;
  /** What a host does after a bulk load, such as making indexes. */
  settle(store: MemoryStore): Promise<void>;
  /** What everything takes on disk; all stores are closed. */
  bytes(): Promise<number>;
  /** A durable commit of the same database engine that does next to nothing. */
  bareCommits(): Promise<BareCommits>;
  /** Lets go of the database, so that another process may use it. */
  leave(): Promise<void>;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** Writes one row with a text in a transaction of its own. */
export interface BareCommits {
  commit(text: string): Promise<void>;
  close(): Promise<void>;
}

/** What another process needs to know. */
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
}
