import type { RawBuilder } from "kysely";

import type { Quantization } from "../options.js";
import type { Names } from "../sql/names.js";

type Sql = RawBuilder<unknown>;

/** The vectors of one space, and how an index is to keep them. */
export interface IndexedSpace {
  /** The tables, and what the vector extension has. */
  readonly names: Names;
  /** Number of the space. */
  readonly space: number;
  /** Width of its vectors. */
  readonly dimensions: number;
  /** What the option `vectorIndex` of the store says; by default the dialect chooses. */
  readonly quantization?: Quantization | undefined;
  /** Version of the vector extension, such as `0.8.4`; an empty text where there is none. */
  readonly vectorVersion: string;
}

/** The vectors of one space and scope, to be indexed. */
export interface VectorIndexTarget extends IndexedSpace {
  /** Name of the index, without its schema. */
  readonly index: string;
  /** The table that holds them: `vectors`, or the part of it that the scope is in. */
  readonly table: Sql;
  /**
   * The condition of a partial index of them: it has a hash instead of the path, as every role can
   * read it.
   */
  readonly where: Sql;
  /** How many they are now. */
  readonly count: number;
}

/** A search through an index. */
export interface NearestQuery extends IndexedSpace {
  /** The query's vector: a parameter, cast to `vector`. */
  readonly vector: Sql;
}

/**
 * How vectors are sent and read: as pgvector's `vector_recv` and `vector_send` have them, or as
 * text, which takes longer.
 */
export type VectorEncoding = "binary" | "text";

/** What the settings of a search depend on. */
export interface SearchNeeds extends IndexedSpace {
  /** How many candidates the index is asked for. */
  readonly limit: number;
  /** About how many vectors the index has. */
  readonly count: number;
}

/** Settings of a transaction or a connection, by name. */
export type Settings = Readonly<Record<string, string>>;

/**
 * All in which databases with vectors differ; the store's other statements are the same on all.
 * Those that are not `verified` were written from documentation: their SQL is compared with what is
 * expected, and has not run. To change some knobs, spread one: `{ ...pgvector, name: "mine" }`.
 */
export interface Dialect {
  /** Short name for messages and names of indexes, such as `pgvector`. */
  readonly name: string;
  /** Whether the tests have run on such a database. */
  readonly verified: boolean;
  /** The extension that has the type `vector`; none where the database has it built in. */
  readonly vectorExtension: string | undefined;
  /**
   * Versions of that extension: older than `required` is refused, older than `advised` warned
   * about.
   */
  readonly vectorVersions: VectorVersions;
  /** How vectors travel. */
  readonly vectorEncoding: VectorEncoding;
  /**
   * Further extensions that its indexes need, in the order in which `maintain` makes those that are
   * not there.
   */
  readonly indexExtensions: readonly string[];
  /**
   * What an operator runs once before the first index, such as settings of a cluster; never run by
   * the store, and told where it cannot make an index.
   */
  readonly preparation: readonly string[];
  /** From how many vectors on the database can make an index at all. */
  readonly smallestIndex: number;
  /**
   * Statements that make the index of one scope's vectors, each outside of a transaction. There is
   * none of that name. No statements where the database cannot index such vectors: then searches
   * are exact.
   */
  readonly createVectorIndex: (target: VectorIndexTarget) => readonly Sql[];
  /**
   * What `order by` has to say so that the index answers: nearest first; `v` is the table
   * `vectors`. The exact distance is always the negative inner product of the whole vectors.
   */
  readonly indexedDistance: (query: NearestQuery) => Sql;
  /**
   * How many times as many candidates an index search takes for its limit, before whole vectors are
   * compared; at least 1.
   */
  readonly oversample: (space: IndexedSpace) => number;
  /** Settings of a transaction that searches by index. */
  readonly searchSettings: (needs: SearchNeeds) => Settings;
  /** Statements that make settings hold until the transaction ends, and no longer. */
  readonly applySettings: (settings: Settings) => readonly Sql[];
  /** Settings of the connection that builds an index, with so much memory for it if it was said. */
  readonly buildSettings: (memoryBytes: number | undefined) => Settings;
  /**
   * How much memory building an index of so many vectors needs to be quick; 0 where it does not
   * matter.
   */
  readonly buildBytes: (space: IndexedSpace, count: number) => number;
  /** What it can do. */
  readonly supports: DialectSupport;
}

/** Versions of the vector extension that matter. */
export interface VectorVersions {
  /** Older ones are refused. */
  readonly required: string;
  /** Older ones are warned about. */
  readonly advised: string;
}

/** What a database can do. */
export interface DialectSupport {
  /** Advisory locks of transactions that lock; without them transactions are serializable. */
  readonly advisoryLocks: boolean;
  /** `create index concurrently` and `drop index concurrently`. */
  readonly concurrentIndexes: boolean;
  /**
   * An index of the vectors of one scope only; without it there is one of each space, led by the
   * scope.
   */
  readonly partialVectorIndexes: boolean;
  /**
   * The views `pg_stat_progress_create_index` and `pg_stat_all_tables`, and `analyze` of a table.
   */
  readonly statistics: boolean;
  /** `vacuum`, which takes the rows out of the files that nobody sees any more. */
  readonly vacuum: boolean;
  /** Policies on tables. */
  readonly rowLevelSecurity: boolean;
  /** Functions in PL/pgSQL with settings of their own. */
  readonly storedFunctions: boolean;
  /** `alter table … alter column … set storage`. */
  readonly columnStorage: boolean;
  /** Tables divided by the hash of a column. */
  readonly hashPartitions: boolean;
  /** Tables that are spread over nodes by a column, by `create_distributed_table`. */
  readonly distributedTables: boolean;
}
