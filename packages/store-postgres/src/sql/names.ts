import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { encodeVector, vectorToText } from "../client/encode-vector.js";
import type { VectorEncoding } from "../dialect/dialect.js";

type Sql = RawBuilder<unknown>;

/** The tables, and the sequences. */
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
  "record_numbers",
  "vector_indexes",
  "segments",
  "postings",
  "graves",
  "claims",
] as const;

/** The functions. */
const FUNCTIONS = ["search_scope", "get_records"] as const;

/** One of the functions of a store. */
export type FunctionName = (typeof FUNCTIONS)[number];

/** The functions that a schema has where the database can run them. */
export const STORED_FUNCTIONS: readonly FunctionName[] = FUNCTIONS;

/** One of the tables and sequences of a store. */
export type ObjectName = (typeof OBJECTS)[number];

const OF_NO_SCOPE: ReadonlySet<ObjectName> = new Set<ObjectName>([
  "migrations",
  "spaces",
  "record_numbers",
  "claims",
]);

/**
 * The tables whose rows belong to scopes; each has a column `scope`, the first one of every key.
 */
export const SCOPED_TABLES: readonly ObjectName[] = OBJECTS.filter(
  (name) => !OF_NO_SCOPE.has(name),
);

/**
 * What statements name, with its schema: no statement depends on a search path, which a pooler
 * could leave behind.
 */
export interface Names extends Readonly<Record<ObjectName | FunctionName, Sql>> {
  /** The schema of the store, unquoted. */
  readonly schema: string;
  /** The type `vector`, or `vector(n)`. */
  readonly vector: (dimensions?: number) => Sql;
  /** A vector as a parameter of the type `vector`. */
  readonly vectorOf: (values: Float32Array) => Sql;
  /** The type `halfvec(n)`. */
  readonly halfvec: (dimensions: number) => Sql;
  /** An operator or operator class of the vector extension, such as `operator("public".<#>)`. */
  readonly operator: (symbol: "<#>" | "<~>") => Sql;
  /** A function or operator class of the vector extension. */
  readonly ofExtension: (name: string) => Sql;
}

/**
 * Names for a store in `schema` of a database whose vector extension is in `extensionSchema`.
 */
export function namesIn(
  schema: string,
  extensionSchema: string,
  vectorEncoding: VectorEncoding = "binary",
): Names {
  const encode = vectorEncoding === "text" ? vectorToText : encodeVector;
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
    vectorOf: (values) => sql`${encode(values)}::${vector}`,
    halfvec: (dimensions) => sql`${halfvec}(${sql.lit(dimensions)})`,
    operator: (symbol) => sql`operator(${sql.id(extensionSchema)}.${sql.raw(symbol)})`,
    ofExtension,
  };
}
