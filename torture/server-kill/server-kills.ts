import { startCitus } from "@kioku/servers/citus";
import { hasPostgres, startCluster, type Cluster } from "@kioku/servers/cluster";
import { killRounds } from "@kioku/servers/kill-rounds";
import type { KillReport } from "@kioku/servers/kill-rounds";
import { citus } from "@kioku/store-postgres";

import { seededRandom } from "../seeded-random.ts";
import { STORE_SCHEMA, storeTarget } from "./store-target.ts";
import type { StoreTargetOptions } from "./store-target.ts";

/** Number of kills, and the deliberate defect. */
export interface ServerKillOptions extends StoreTargetOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly onProgress?: (done: number, total: number) => void;
}

const WRITERS = 6;
const MOST_ACKNOWLEDGEMENTS = 150;

/**
 * Kills a server of its own under a store that writes, again and again, and checks after each start
 * that everything acknowledged is there, that no batch is there by half, and that records, vectors
 * and histories agree.
 */
export async function serverKills(options: ServerKillOptions): Promise<KillReport> {
  await using cluster = await startCluster();
  return await killUnderWriters(cluster, cluster.url, options);
}

/**
 * Kills the worker of Citus that has the tables of a store, as `serverKills` does a whole server.
 * The coordinator, to which the store is connected, goes on.
 */
export async function workerKills(options: ServerKillOptions): Promise<KillReport> {
  await using cluster = await startCitus();
  const worker = async (): Promise<Cluster> => cluster.nodeOf(STORE_SCHEMA);
  const killed = {
    kill: async () => (await worker()).kill(),
    start: async () => (await worker()).start(),
  };
  return await killUnderWriters(killed, cluster.coordinator.url, { ...options, dialect: citus });
}

async function killUnderWriters(
  killed: Pick<Cluster, "kill" | "start">,
  url: string,
  { seed, rounds, onProgress, ...options }: ServerKillOptions,
): Promise<KillReport> {
  const random = seededRandom(seed);
  return killRounds(killed, storeTarget(url, options), {
    rounds,
    writers: WRITERS,
    acknowledgements: () => 1 + random.below(MOST_ACKNOWLEDGEMENTS),
    ...(onProgress ? { onProgress } : {}),
  });
}

/**
 * Why it cannot run here; nothing if it can. What is installed has to work: a server that does not
 * start is an error.
 */
export async function whyNoServerKills(): Promise<string | undefined> {
  if (!hasPostgres) return "PostgreSQL is not installed here";
  await using cluster = await startCluster();
  return (await cluster.offers("vector")) ? undefined : "PostgreSQL has no pgvector here";
}
