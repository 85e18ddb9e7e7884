import { safeProgress } from "@kioku/core/toolkit";

import type { PgliteDatabase, PostgresPool } from "./client/clients.js";
import type { Dialect } from "./dialect/dialect.js";
import { pgvector } from "./dialect/pgvector.js";
import {
  checkedBoolean,
  checkedConnections,
  checkedDialect,
  checkedIndexFrom,
  checkedInteger,
  checkedListener,
  checkedName,
  checkedPartitions,
  checkedPlace,
  checkedQuantization,
  checkedRowLevelSecurity,
  checkNames,
} from "./open/check-options.js";

/** What `postgresStore` takes: `connectionString` or `client`, and how it is used. */
export interface PostgresStoreOptions {
  /**
   * Where the server is, such as `postgres://user:password@host:5432/database?sslmode=verify-full`.
   * The store makes a pool and ends it with `close`.
   */
  readonly connectionString?: string | undefined;
  /** Instead, a pool of node-postgres or one like it, or PGlite. `close` leaves it open. */
  readonly client?: PostgresPool | PgliteDatabase | undefined;
  /**
   * The schema that holds the tables; made if it is not there. 1 to 63 bytes of UTF-8 without NUL.
   * @defaultValue "kioku"
   */
  readonly schema?: string | undefined;
  /**
   * How many connections a pool that the store makes has at most, 1 to 1,000.
   * @defaultValue 10
   */
  readonly maxConnections?: number | undefined;
  /**
   * How long a call waits for a connection, 1 to 600,000 ms: for one that is free, or for a new
   * one.
   * @defaultValue 10000
   */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * How long a statement may be unanswered, wait for locks of others, and how long a transaction
   * may be idle between two statements, 1 to 86,400,000 ms. A server that is silent for a second
   * more is given up, and its connection is cut. If it is set, the server itself also ends
   * statements of reads and writes that take longer; left out, the server's own `statement_timeout`
   * counts for that. Upkeep and migrations may take any time while the server answers on another
   * connection. PGlite has no such limits.
   * @defaultValue 60000
   */
  readonly statementTimeoutMs?: number | undefined;
  /**
   * Whether connections keep the plans of statements by name, which spares the server to plan small
   * ones. Only for connections that go to the server itself: behind a pooler in transaction mode
   * such statements fail.
   * @defaultValue false
   */
  readonly preparedStatements?: boolean | undefined;
  /**
   * Streaming replicas that answer reads in turn: pools, or connection strings of pools that the
   * store makes and ends. Each leads to one server. One that fails, or that is behind, is passed
   * over: then the primary answers.
   * @defaultValue none
   */
  readonly replicas?: readonly (PostgresPool | string)[] | undefined;
  /**
   * Whether reads see what this store has written before. A replica answers only once it has
   * replayed the store's last commit. Without it, replicas answer with what they have. What other
   * stores have written is seen when it has arrived.
   * @defaultValue true
   */
  readonly readYourWrites?: boolean | undefined;
  /**
   * What kind of database it is.
   * @defaultValue pgvector
   */
  readonly dialect?: Dialect | undefined;
  /**
   * Let the database itself refuse rows of other scopes than those that an operation names, beside
   * the condition that every statement has.
   * @defaultValue false
   */
  readonly rowLevelSecurity?: boolean | undefined;
  /**
   * From how many vectors of one scope and space on `maintain` gives them an index, 100 to
   * 1,000,000,000; `false` for never, so that every search is exact. Indexes are of the schema, not
   * of the store: `maintain` of a store with another number, or with `false`, drops those that
   * other stores have made and still use. Smaller scopes are searched exactly, which takes less
   * than 10 ms up to the default.
   * @defaultValue 10000
   */
  readonly indexFrom?: number | false | undefined;
  /** How vectors are kept in indexes. */
  readonly vectorIndex?: VectorIndexOptions | undefined;
  /**
   * Whether opening may make or change tables, policies and the vector extension. With `false`, a
   * schema that is not up to date is refused. One that is up to date is never touched.
   * @defaultValue true
   */
  readonly migrate?: boolean | undefined;
  /**
   * Into how many partitions by the hash of the scope the tables of a new schema are divided, 16 to
   * 64. What a schema has cannot be changed: another number is refused.
   * @defaultValue what the schema has; none where it is new
   */
  readonly partitions?: number | undefined;
  /**
   * Hears what an operator should know, such as an old version of pgvector: once for each opening
   * of the store, and for each `maintain` that needs it.
   * @defaultValue `process.emitWarning`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** How vectors are kept in indexes. Answers are always ordered by whole vectors. */
export interface VectorIndexOptions {
  /**
   * `none`: four bytes a number, up to a width of 2,000. `half`: two bytes, up to 4,000. `bit`: one
   * bit, of any width; fast and small, and good only where vectors are spread out. Wider vectors
   * get the next that holds them.
   * @defaultValue "none" below a width of 512, "half" from there on
   */
  readonly quantization?: Quantization | undefined;
}

/** How a number of a vector is kept in an index: whole, in half of the bytes, or as its sign. */
export type Quantization = "none" | "half" | "bit";

/** The options with every default in its place. */
export interface ResolvedOptions {
  readonly connectionString: string | undefined;
  readonly client: PostgresPool | PgliteDatabase | undefined;
  readonly schema: string;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** True if the server, too, ends statements after that time. */
  readonly limitsServer: boolean;
  readonly preparedStatements: boolean;
  readonly replicas: readonly (PostgresPool | string)[];
  readonly readYourWrites: boolean;
  readonly dialect: Dialect;
  readonly rowLevelSecurity: boolean;
  readonly indexFrom: number | false;
  readonly quantization: Quantization | undefined;
  readonly migrate: boolean;
  readonly partitions: number | undefined;
  readonly onWarning: (message: string) => void;
}

/** Measured: where an exact search of 384 dimensions begins to take 10 ms. */
const INDEX_FROM = 10_000;

const NAMES: readonly (keyof PostgresStoreOptions)[] = [
  "connectionString",
  "client",
  "schema",
  "maxConnections",
  "connectTimeoutMs",
  "statementTimeoutMs",
  "preparedStatements",
  "replicas",
  "readYourWrites",
  "dialect",
  "rowLevelSecurity",
  "migrate",
  "partitions",
  "indexFrom",
  "vectorIndex",
  "onWarning",
];

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, what is allowed and what came. Connection strings and
 *   clients are not shown.
 */
export function resolveOptions(options: PostgresStoreOptions): ResolvedOptions {
  checkNames("postgresStore", options, NAMES);
  const { schema = "kioku", maxConnections = 10, connectTimeoutMs = 10_000 } = options;
  const { statementTimeoutMs = 60_000, preparedStatements = false, replicas = [] } = options;
  const { readYourWrites = true, dialect = pgvector, rowLevelSecurity = false } = options;
  const { indexFrom = INDEX_FROM } = options;
  const { migrate = true } = options;
  const place = checkedPlace(options);
  return {
    ...place,
    schema: checkedName("schema", schema),
    maxConnections: checkedInteger("maxConnections", maxConnections, 1_000),
    connectTimeoutMs: checkedInteger("connectTimeoutMs", connectTimeoutMs, 600_000),
    statementTimeoutMs: checkedInteger("statementTimeoutMs", statementTimeoutMs, 86_400_000),
    limitsServer: options.statementTimeoutMs !== undefined,
    preparedStatements: checkedBoolean("preparedStatements", preparedStatements),
    replicas: checkedConnections(replicas, place.client),
    readYourWrites: checkedBoolean("readYourWrites", readYourWrites),
    dialect: checkedDialect(dialect),
    rowLevelSecurity: checkedRowLevelSecurity(rowLevelSecurity, dialect),
    migrate: checkedBoolean("migrate", migrate),
    partitions: checkedPartitions(options.partitions, dialect),
    indexFrom: checkedIndexFrom(indexFrom),
    quantization: checkedQuantization(options.vectorIndex),
    onWarning: safeProgress(checkedListener("onWarning", options.onWarning)) ?? warn,
  };
}

function warn(message: string): void {
  process.emitWarning(message, "KiokuWarning");
}
