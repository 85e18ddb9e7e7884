import { Pool } from "pg";

import type { ResolvedOptions } from "../options.js";
import { isPglite } from "./clients.js";
import type { PostgresPool, PostgresPoolClient } from "./clients.js";
import type { Driver } from "./driver.js";
import { PgDriver } from "./pg-driver.js";
import type { PgDriverOptions } from "./pg-driver.js";
import { PgliteDriver } from "./pglite-driver.js";
import { ReplicaDriver } from "./replica-driver.js";
import { WrittenPosition } from "./written-position.js";

/**
 * The ways to a database: all of it, and the primary alone, which knows what it is like from the
 * beginning.
 */
export interface Drivers {
  readonly driver: Driver;
  readonly primary: Driver;
}

/**
 * Reaches the database of a client that was given, or by pools of its own. Nothing connects yet.
 */
export function openDrivers(options: ResolvedOptions): Drivers {
  const { client, connectionString, replicas } = options;
  if (client !== undefined && isPglite(client)) {
    const driver = new PgliteDriver(client);
    return { driver, primary: driver };
  }
  const written = new WrittenPosition();
  const follows = replicas.length > 0 && options.readYourWrites;
  const primary = driverOf(client ?? connectionString, options, follows ? { written } : {});
  if (replicas.length === 0) return { driver: primary, primary };
  const driver = new ReplicaDriver({
    primary,
    replicas: replicas.map((replica) => driverOf(replica, options)),
    now: () => performance.now(),
    position: () => written.position,
  });
  return { driver, primary };
}

function driverOf(
  place: PostgresPool | string | undefined,
  options: ResolvedOptions,
  more: PgDriverOptions = {},
): PgDriver {
  const ownsPool = typeof place !== "object";
  const { statementTimeoutMs: timeoutMs, limitsServer } = options;
  // All connections of the pool may be at work that takes long, and there may be only one.
  const asker = ownsPool
    ? new PgDriver(makePool(place, { ...options, maxConnections: 1 }), { ownsPool, timeoutMs })
    : undefined;
  return new PgDriver(ownsPool ? makePool(place, options) : place, {
    ownsPool,
    timeoutMs,
    limitsServer,
    asker,
    // A pool of the store's own knows it.
    connectTimeoutMs: ownsPool ? undefined : options.connectTimeoutMs,
    namesStatements: options.preparedStatements,
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
    // So that a connection whose other end is gone without a word is noticed some day.
    keepAlive: true,
  });
  // An idle connection that breaks is replaced when one is asked for; nobody waits for it.
  pool.on("error", ignore);
  const connected = new Set<PostgresPoolClient>();
  pool.on("connect", (client) => {
    // One that breaks in the moment in which it is made belongs to nobody yet, and would end the
    // process.
    client.on("error", ignore);
    connected.add(client);
  });
  pool.on("remove", (client) => connected.delete(client));
  return {
    connect: () => pool.connect(),
    end: async () => {
      await pool.end();
      // A server that hangs does not answer the goodbye: its connections shall keep no process
      // alive.
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
