import { startCluster } from "@kioku/servers/cluster";
import type { Cluster } from "@kioku/servers/cluster";
import { killRounds } from "@kioku/servers/kill-rounds";
import type { KillReport } from "@kioku/servers/kill-rounds";
import { postgresStore } from "@kioku/store-postgres";

import { seededRandom } from "../seeded-random.ts";
import { storeTarget } from "./store-target.ts";
import type { StoreTargetOptions } from "./store-target.ts";

/** How often to kill, and what is broken on purpose. */
export interface ServerKillOptions extends StoreTargetOptions {
  readonly rounds: number;
  readonly seed: number;
  readonly onProgress?: (done: number, total: number) => void;
}

const WRITERS = 6;
const MOST_ACKNOWLEDGEMENTS = 150;

/**
 * Kills a server of its own under a store that writes, again and again, and checks after each start that everything acknowledged is there,
 * that no batch is there by half, and that records, vectors and histories agree.
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

/** Why it cannot run here; nothing if it can. */
export async function whyNoServerKills(): Promise<string | undefined> {
  let cluster: Cluster;
  try {
    cluster = await startCluster();
  } catch (error) {
    return `PostgreSQL cannot be started here: ${String(error)}`;
  }
  const store = postgresStore({ connectionString: cluster.url, onWarning: () => undefined });
  try {
    await store.open();
    return undefined;
  } catch (error) {
    return `the server has no pgvector: ${String(error)}`;
  } finally {
    await store.close();
    await cluster[Symbol.asyncDispose]();
  }
}
