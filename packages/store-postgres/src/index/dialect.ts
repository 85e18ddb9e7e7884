import type { RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";

type Sql = RawBuilder<unknown>;

/** Storage of a number in an index: whole, in half of the bytes, or as its sign. */
export type Quantization = "none" | "half" | "bit";

/** The vectors of one space, and how an index stores them. */
export interface IndexedSpace {
  /** The tables and the objects of the vector extension. */
  readonly names: Names;
  /** Number of the space. */
  readonly space: number;
  /** Width of its vectors. */
  readonly dimensions: number;
  /** The option `vectorIndex` of the store; by default the dialect chooses. */
  readonly quantization?: Quantization | undefined;
  /** Version of the vector extension, such as `0.8.4`. */
  readonly vectorVersion: string;
}

/** The vectors of one space and scope, to be indexed. */
export interface VectorIndexTarget extends IndexedSpace {
  /** Name of the index, without its schema. */
  readonly index: string;
  /** The table of their own that holds them. */
  readonly table: Sql;
}

/** A search through an index. */
export interface NearestQuery extends IndexedSpace {
  /** The query's vector: a parameter, cast to `vector`. */
  readonly vector: Sql;
}

/** Sizes that the settings of a search depend on. */
export interface SearchNeeds extends IndexedSpace {
  /** Number of candidates that the index is asked for. */
  readonly limit: number;
  /** Approximate number of vectors in the index. */
  readonly count: number;
}

/** Settings of a transaction, by name. */
export type Settings = Readonly<Record<string, string>>;

/** Rules for indexing vectors. To change one, spread a dialect: `{ ...pgvector, name: "mine" }`. */
export interface Dialect {
  /** Short name for messages, such as `pgvector`. */
  readonly name: string;
  /** Versions of the vector extension that matter. */
  readonly vectorVersions: VectorVersions;
  /**
   * Returns the statement that builds the index of one scope's vectors, outside a transaction;
   * `undefined` where such vectors cannot be indexed: then searches are exact.
   */
  readonly createVectorIndex: (target: VectorIndexTarget) => Sql | undefined;
  /** Returns the distance to order by so that the index answers; `v` is the table of vectors. */
  readonly indexedDistance: (query: NearestQuery) => Sql;
  /** Returns how many candidates the index gives for each result, at least 1. */
  readonly oversample: (space: IndexedSpace) => number;
  /** Returns the settings of a transaction that searches by index. */
  readonly searchSettings: (needs: SearchNeeds) => Settings;
  /** Returns the memory, in bytes, that makes building an index of `count` vectors quick. */
  readonly buildBytes: (space: IndexedSpace, count: number) => number;
  /** Rules for a server that keeps the tables on other nodes; left out, it keeps them itself. */
  readonly nodes?: NodeRules | undefined;
}

/** Rules for a server that keeps each schema on one of its nodes. */
export interface NodeRules {
  /** Returns the query of one row: the state of the nodes. */
  readonly inspect: (schema: string) => Sql;
  /** Returns the statements, of one transaction, that hand a schema over to a node. */
  readonly place: (schema: string) => readonly Sql[];
  /** Returns the statement that lets the node of a schema have the functions of it. */
  readonly placeFunctions: (schema: string) => Sql;
  /** Returns the statements that apply settings here and on the node, for one transaction. */
  readonly localSettings: (settings: Settings) => readonly Sql[];
  /** Returns the statements that alter a table here, in the transaction that makes it. */
  readonly alterHere: (table: Sql, changes: Sql) => readonly Sql[];
  /** Returns the statement that alters it on its node, later. */
  readonly alterOnNode: (table: Sql, changes: Sql) => Sql;
  /** Returns the query of tables by `name`, with `changes` since the last statistics and `rows`. */
  readonly changedTables: (schema: string) => Sql;
  /** Returns the bytes of all indexes of a table, given by its object id. */
  readonly indexBytes: (table: Sql) => Sql;
  /** Returns the condition of rows of `pg_stat_activity` that build indexes of a schema. */
  readonly buildsIndex: (schema: string) => Sql;
}

/** Answer to `inspect` of `NodeRules`. */
export interface NodeInspection {
  /** True if the connection is to the node that knows all others. */
  readonly is_coordinator: boolean;
  /** True if a node has the schema. */
  readonly is_placed: boolean;
}

/** Versions of the vector extension that matter. */
export interface VectorVersions {
  /** Older ones are refused. */
  readonly required: string;
  /** Older ones are warned about. */
  readonly advised: string;
}

/** Orders versions such as `0.8.4` or `0.8.0-yb` by their numbers: below 0, 0 or above 0. */
export function compareVersions(a: string, b: string): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  for (let position = 0; position < Math.max(left.length, right.length); position += 1) {
    const difference = (left[position] ?? 0) - (right[position] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  const [numbers = ""] = /^[0-9.]*/u.exec(version) ?? [];
  return numbers.split(".").map(Number);
}
