import { hasPostgres, startCluster } from "@kioku/servers/cluster";
import { killRounds } from "@kioku/servers/kill-rounds";
import type { KillReport } from "@kioku/servers/kill-rounds";

import { seededRandom } from "../seeded-random.ts";
import { storeTarget } from "./store-target.ts";
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
  const random = seededRandom(options.seed);
  await using cluster = await startCluster();
  return await killRounds(cluster, storeTarget(cluster.url, options), {
    rounds: options.rounds,
    writers: WRITERS,
    acknowledgements: () => 1 + random.below(MOST_ACKNOWLEDGEMENTS),
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
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
