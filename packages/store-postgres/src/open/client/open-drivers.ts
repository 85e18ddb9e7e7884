import { Pool } from "pg";

import type { ResolvedOptions } from "../../options.js";
import type {
  Channel,
  Driver,
  Executable,
  RunOptions,
  TransactionOptions,
} from "../../sql/driver.js";
import { isPglite, type PostgresPool, type PostgresPoolClient } from "./clients.js";
import { PgDriver, type PgDriverOptions } from "./pg-driver.js";
import { PgliteDriver } from "./pglite-driver.js";
import { ReplicaDriver } from "./replica-driver.js";
import { WrittenPosition } from "./replication.js";

/** Drivers of one server and its replicas. */
export interface Drivers {
  readonly driver: Driver;
  /** Reaches the server that takes writes. */
  readonly primary: Driver;
}

/**
 * Opens drivers for the given client or for own pools. Connects later.
 * @param schemas - Number of schemas that share them.
 */
export function openDrivers(options: ResolvedOptions, schemas = 1): Drivers {
  const { client, connectionString, replicas } = options;
  if (client !== undefined && isPglite(client)) {
    const driver = new PgliteDriver(client);
    return { driver, primary: driver };
  }
  const written = new WrittenPosition();
  const follows = replicas.length > 0 && options.readYourWrites;
  const primary = driverOf(client ?? connectionString, options, {
    schemas,
    ...(follows && { written }),
  });
  if (replicas.length === 0) return { driver: primary, primary };
  const driver = new ReplicaDriver({
    primary,
    replicas: replicas.map((replica) => driverOf(replica, options, { schemas })),
    now: () => performance.now(),
    position: () => written.position,
  });
  return { driver, primary };
}

function driverOf(
  server: PostgresPool | string | undefined,
  options: ResolvedOptions,
  more: PgDriverOptions,
): PgDriver {
  const ownsPool = typeof server !== "object";
  const { statementTimeoutMs: timeoutMs, limitsServer } = options;
  // The pool may be busy, or have a single connection.
  const prober = ownsPool
    ? new PgDriver(makePool(server, { ...options, maxConnections: 1 }), { ownsPool, timeoutMs })
    : undefined;
  return new PgDriver(ownsPool ? makePool(server, options) : server, {
    ownsPool,
    timeoutMs,
    limitsServer,
    prober,
    // A pool of the store's own has this limit itself.
    connectTimeoutMs: ownsPool ? undefined : options.connectTimeoutMs,
    namesStatements: options.preparedStatements ?? "direct",
    plansWritesOnce: options.dialect.nodes === undefined,
    ...more,
  });
}

function makePool(
  connectionString: string | undefined,
  { maxConnections, connectTimeoutMs }: ResolvedOptions,
): PostgresPool {
  const pool = new Pool({
    connectionString,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    pipeline: true,
    // Detects peers that vanish silently.
    keepAlive: true,
  });
  // The pool replaces an idle connection that breaks.
  pool.on("error", ignore);
  const connected = new Set<PostgresPoolClient>();
  pool.on("connect", (client) => {
    // An error at the moment of connecting belongs to nobody yet, and would end the process.
    client.on("error", ignore);
    connected.add(client);
  });
  pool.on("remove", (client) => connected.delete(client));
  return {
    connect: () => pool.connect(),
    end: async () => {
      await pool.end();
      // Connections to a hanging server must not keep the process alive.
      const timer = setTimeout(() => {
        for (const { connection } of connected) connection?.stream?.destroy();
      }, connectTimeoutMs);
      timer.unref();
      for (const { connection } of connected) connection?.stream?.unref?.();
    },
  };
}

function ignore(): void {
  // Statements fail with errors of their own.
}

type OpeningLimits = Required<Pick<RunOptions, "signal" | "statementTimeoutMs">>;

/** A driver for opening a store: aborted by its signal, with a time limit for reads. */
export class OpeningDriver implements Driver {
  readonly #inner: Driver;
  readonly #limits: OpeningLimits;

  constructor(inner: Driver, limits: OpeningLimits) {
    this.#inner = inner;
    this.#limits = limits;
  }

  async rows<Row>(statement: Executable): Promise<readonly Row[]> {
    return this.#inner.transaction({ mode: "snapshot", ...this.#limits }, (channel) =>
      channel.rows<Row>(statement),
    );
  }

  async commit<Row>(statement: Executable): Promise<readonly Row[]> {
    return this.#inner.commit(statement, this.#limits);
  }

  async transaction<T>(
    options: TransactionOptions,
    work: (channel: Channel) => Promise<T>,
  ): Promise<T> {
    return this.#inner.transaction({ ...options, signal: this.#limits.signal }, work);
  }

  async outside<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    return this.#inner.outside(work, this.#limits);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }
}
