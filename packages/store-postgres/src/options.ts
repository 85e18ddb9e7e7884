import { safeProgress } from "@kioku/core/toolkit";

import type { Dialect, Quantization } from "./index/dialect.js";
import { pgvector } from "./index/pgvector.js";
import {
  checkedBoolean,
  checkedReplicas,
  checkedDialect,
  checkedIndexFrom,
  checkedInteger,
  checkedListener,
  checkedName,
  checkedPartitions,
  checkedConnection,
  checkedQuantization,
  checkNames,
} from "./open/check-options.js";
import type { PgliteDatabase, PostgresPool } from "./open/client/clients.js";
import type { Shard } from "./schema/layout.js";

/** Options of `postgresStore`: `connectionString` or `client`, and how to use it. */
export interface PostgresStoreOptions {
  /**
   * Address of the server, such as
   * `postgres://user:password@host:5432/database?sslmode=verify-full`. The store makes a pool and
   * ends it with `close`.
   */
  readonly connectionString?: string | undefined;
  /** Instead, a pool of node-postgres or one like it, or PGlite. `close` leaves it open. */
  readonly client?: PostgresPool | PgliteDatabase | undefined;
  /**
   * The schema of the tables; made if it is missing. 1 to 63 bytes of UTF-8 without NUL.
   * @defaultValue "kioku"
   */
  readonly schema?: string | undefined;
  /**
   * Size of a pool that the store makes, 1 to 1,000.
   * @defaultValue 10
   */
  readonly maxConnections?: number | undefined;
  /**
   * Limit of the wait for a connection, 1 to 600,000 ms.
   * @defaultValue 10000
   */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Limit of a statement without an answer, of a wait for locks, and of an idle transaction, 1 to
   * 86,400,000 ms. A server that is silent for a second more is given up. If set, the server also
   * ends longer reads and writes; left out, its own `statement_timeout` applies. Maintenance and
   * migrations have no limit while the server answers on another connection, and PGlite has none at
   * all.
   * @defaultValue 60000
   */
  readonly statementTimeoutMs?: number | undefined;
  /**
   * True if connections keep plans of statements by name, which spares planning and fails behind a
   * pooler in transaction mode; false if none does. Left out, those do that lead to the server
   * itself, as each tells when it is first used.
   * @defaultValue found out for each connection
   */
  readonly preparedStatements?: boolean | undefined;
  /**
   * Streaming replicas that answer reads in turn: pools, or connection strings, one for each
   * server. Where one fails or is behind, the primary answers.
   * @defaultValue none
   */
  readonly replicas?: readonly (PostgresPool | string)[] | undefined;
  /**
   * True if reads see this store's own writes: a replica answers only once it has replayed its last
   * commit. Writes of other stores are seen when they have arrived.
   * @defaultValue true
   */
  readonly readYourWrites?: boolean | undefined;
  /**
   * Rules for indexing vectors.
   * @defaultValue pgvector
   */
  readonly dialect?: Dialect | undefined;
  /**
   * True if the database itself has to refuse rows of scopes that an operation does not name.
   * @defaultValue false
   */
  readonly rowLevelSecurity?: boolean | undefined;
  /**
   * Number of vectors of a scope and space from which `maintain` builds an index, 100 to
   * 1,000,000,000; `false` for exact searches only. Indexes belong to the schema: `maintain` of a
   * store with another number drops those of other stores. Exact searches take less than 10 ms up
   * to the default.
   * @defaultValue 10000
   */
  readonly indexFrom?: number | false | undefined;
  /** Options of the indexes of vectors. */
  readonly vectorIndex?: VectorIndexOptions | undefined;
  /**
   * True if opening may create or change tables, policies and the vector extension. With `false`,
   * an outdated schema is refused.
   * @defaultValue true
   */
  readonly migrate?: boolean | undefined;
  /**
   * Number of partitions of a new schema, by the hash of the scope, 16 to 64. It cannot be changed
   * later: another number is refused.
   * @defaultValue those of the schema; none in a new one
   */
  readonly partitions?: number | undefined;
  /**
   * Hears warnings for operators, such as an old version of pgvector, when the store opens and in
   * `maintain`.
   * @defaultValue `process.emitWarning`
   */
  readonly onWarning?: ((message: string) => void) | undefined;
}

/** Options of the indexes of vectors. Results are always ordered by whole vectors. */
export interface VectorIndexOptions {
  /**
   * `none`: four bytes a number, up to a width of 2,000. `half`: two bytes, up to 4,000. `bit`: one
   * bit, any width; good only where vectors are spread out. Wider vectors get the next that fits.
   * @defaultValue "none" below a width of 512, "half" from there on
   */
  readonly quantization?: Quantization | undefined;
}

/** The options with all defaults. */
export interface ResolvedOptions {
  readonly connectionString: string | undefined;
  readonly client: PostgresPool | PgliteDatabase | undefined;
  readonly schema: string;
  readonly maxConnections: number;
  readonly connectTimeoutMs: number;
  readonly statementTimeoutMs: number;
  /** True if the server enforces the limit, too. */
  readonly limitsServer: boolean;
  /** Left out, found out for each connection. */
  readonly preparedStatements: boolean | undefined;
  readonly replicas: readonly (PostgresPool | string)[];
  readonly readYourWrites: boolean;
  readonly dialect: Dialect;
  readonly rowLevelSecurity: boolean;
  readonly indexFrom: number | false;
  readonly quantization: Quantization | undefined;
  readonly migrate: boolean;
  readonly partitions: number | undefined;
  /** Left out for a schema of its own. */
  readonly shard?: Shard;
  /** Hears of each space that the schema did not know before. */
  readonly onNewSpace?: (space: string) => void;
  readonly onWarning: (message: string) => void;
}

/** From here on an exact search of 384 dimensions takes 10 ms, measured. */
const INDEX_FROM = 10_000;

/** Names of the options of `postgresStore`. */
export const OPTION_NAMES: readonly (keyof PostgresStoreOptions)[] = [
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
 * @throws `invalid-input` naming the option and the allowed values. Connection strings and clients
 *   are not shown.
 */
export function resolveOptions(options: PostgresStoreOptions): ResolvedOptions {
  checkNames("postgresStore", options, OPTION_NAMES);
  const { schema = "kioku", maxConnections = 10, connectTimeoutMs = 10_000 } = options;
  const { statementTimeoutMs = 60_000, preparedStatements, replicas = [] } = options;
  const { readYourWrites = true, dialect = pgvector, rowLevelSecurity = false } = options;
  const { indexFrom = INDEX_FROM } = options;
  const { migrate = true } = options;
  const connection = checkedConnection(options);
  return {
    ...connection,
    schema: checkedName("schema", schema),
    maxConnections: checkedInteger("maxConnections", maxConnections, [1, 1_000]),
    connectTimeoutMs: checkedInteger("connectTimeoutMs", connectTimeoutMs, [1, 600_000]),
    statementTimeoutMs: checkedInteger("statementTimeoutMs", statementTimeoutMs, [1, 86_400_000]),
    limitsServer: options.statementTimeoutMs !== undefined,
    preparedStatements:
      preparedStatements === undefined
        ? undefined
        : checkedBoolean("preparedStatements", preparedStatements),
    replicas: checkedReplicas(replicas, connection.client),
    readYourWrites: checkedBoolean("readYourWrites", readYourWrites),
    dialect: checkedDialect(dialect),
    rowLevelSecurity: checkedBoolean("rowLevelSecurity", rowLevelSecurity),
    migrate: checkedBoolean("migrate", migrate),
    partitions: checkedPartitions(options.partitions),
    indexFrom: checkedIndexFrom(indexFrom),
    quantization: checkedQuantization(options.vectorIndex),
    onWarning: safeProgress(checkedListener("onWarning", options.onWarning)) ?? warn,
  };
}

function warn(message: string): void {
  process.emitWarning(message, "KiokuWarning");
}
