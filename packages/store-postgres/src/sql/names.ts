import type { AuthorColumns, RecordColumns as CommonColumns } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { encodeVector } from "./encode.js";

type Sql = RawBuilder<unknown>;

/** The extension that has the type `vector`. */
export const VECTOR_EXTENSION = "vector";

const OBJECTS = [
  "migrations",
  "scopes",
  "records",
  "strength",
  "idempotency_keys",
  "history",
  "spaces",
  "vectors",
  "embedding_jobs",
  "tombstones",
  "vector_tables",
  "segments",
  "postings",
  "graves",
  "claims",
] as const;

const FUNCTIONS = ["search_scope", "get_records", "add_record"] as const;

type FunctionName = (typeof FUNCTIONS)[number];

/** Functions of a schema that is not partitioned. */
export const STORED_FUNCTIONS: readonly FunctionName[] = FUNCTIONS;

/** Names of own tables of large scopes, as a regular expression of JavaScript and PostgreSQL. */
export const TABLE_NAMES = "vectors_[0-9a-f]{32}";

/** A table of a store. */
export type ObjectName = (typeof OBJECTS)[number];

const OF_NO_SCOPE: ReadonlySet<ObjectName> = new Set<ObjectName>([
  "migrations",
  "spaces",
  "claims",
]);

/** Tables with a column `scope`, the first one of every key. */
export const SCOPED_TABLES: readonly ObjectName[] = OBJECTS.filter(
  (name) => !OF_NO_SCOPE.has(name),
);

/** Qualified names for statements, which never depend on a search path. */
export interface Names extends Readonly<Record<ObjectName | FunctionName, Sql>> {
  /** The schema of the store, unquoted. */
  readonly schema: string;
  /** Returns the type `vector`, or `vector(n)`. */
  readonly vector: (dimensions?: number) => Sql;
  /** Returns a vector as a parameter of the type `vector`. */
  readonly vectorOf: (values: Float32Array) => Sql;
  /** Returns the type `halfvec(n)`. */
  readonly halfvec: (dimensions: number) => Sql;
  /** Returns an operator of the vector extension, such as `operator("public".<#>)`. */
  readonly operator: (symbol: "<#>" | "<~>") => Sql;
  /** Returns a function or operator class of the vector extension. */
  readonly ofExtension: (name: string) => Sql;
  /**
   * Condition of an insert of rows that are sent. Citus sends it to a node as a whole only if it
   * reads a table; else it selects the rows itself and copies them, which policies do not allow.
   */
  readonly onNode: Sql;
}

/** Returns names for a store in `schema`, with the vector extension in `extensionSchema`. */
export function namesIn(schema: string, extensionSchema: string, isOnNode = false): Names {
  const objects = Object.fromEntries(
    [...OBJECTS, ...FUNCTIONS].map((name) => [name, sql.id(schema, name)]),
  ) as Readonly<Record<ObjectName | FunctionName, Sql>>;
  const ofExtension = (name: string): Sql => sql.id(extensionSchema, name);
  const vector = ofExtension("vector");
  const halfvec = ofExtension("halfvec");
  return {
    ...objects,
    schema,
    vector: (dimensions) =>
      dimensions === undefined ? vector : sql`${vector}(${sql.lit(dimensions)})`,
    vectorOf: (values) => sql`${encodeVector(values)}::${vector}`,
    halfvec: (dimensions) => sql`${halfvec}(${sql.lit(dimensions)})`,
    operator: (symbol) => sql`operator(${sql.id(extensionSchema)}.${sql.raw(symbol)})`,
    ofExtension,
    onNode: isOnNode
      ? sql`where not exists (select from ${sql.id(schema, "spaces")} limit 0)`
      : sql``,
  };
}

/** Columns of `records` that hold a record. */
export interface RecordColumns extends CommonColumns {
  /** Result of `scopeToPath`. */
  readonly scope: string;
}

/** A row of `records`. */
export interface RecordsTable extends RecordColumns, AuthorColumns {
  readonly happened_at: number;
  /** Strength of a record without a row in `strength`. */
  readonly first_stability_days: number;
  readonly content_hash: string;
  /** Null where the record is not searchable, as are `number` and `terms`. */
  readonly text_hash: string | null;
  readonly number: number | null;
  readonly term_count: number;
  readonly traits: number;
}
