import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { startCluster, type Cluster } from "./cluster.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import { runAsServer } from "./run-as.ts";

/** Why Citus cannot be started here; nothing if it can. */
export const whyNoCitus: string | undefined = reasonAgainst();

/** A coordinator of Citus and its workers, each a server of its own. */
export interface CitusCluster extends AsyncDisposable {
  /** The node that stores connect to. */
  readonly coordinator: Cluster;
  /** The nodes that have the schemas. */
  readonly workers: readonly Cluster[];
  /** Runs SQL on a node, the coordinator if none is given, and returns what psql prints. */
  run(sql: string, node?: Cluster): Promise<string>;
  /** Returns the worker that has a schema. */
  nodeOf(schema: string): Promise<Cluster>;
}

const SETTINGS = [
  "shared_preload_libraries = 'citus'",
  "citus.node_conninfo = 'sslmode=disable'",
  "citus.enable_statistics_collection = off",
  "max_prepared_transactions = 100",
  "max_connections = 200",
  "max_locks_per_transaction = 256",
  // Else it makes the statistics that tests expect of maintenance.
  "autovacuum = off",
  // Moving a schema streams its changes.
  "wal_level = logical",
  "max_wal_senders = 10",
  "max_replication_slots = 20",
  "max_worker_processes = 24",
  "max_logical_replication_workers = 12",
];
const WORKERS = 2;

/** Starts a coordinator and two workers, with the extensions in database `postgres`. */
export async function startCitus(): Promise<CitusCluster> {
  const nodes: Cluster[] = [];
  const dispose = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
  };
  try {
    for (let index = 0; index <= WORKERS; index += 1) {
      const node = await startCluster(SETTINGS);
      nodes.push(node);
      await psql(node, "create extension vector; create extension citus");
    }
    const [coordinator, ...workers] = nodes;
    if (!coordinator) throw new Error("no coordinator was started");
    await psql(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of workers) {
      await psql(coordinator, `select citus_add_node('127.0.0.1', ${port})`);
    }
    const run = (sql: string, node = coordinator): Promise<string> => psql(node, sql);
    return {
      coordinator,
      workers,
      run,
      nodeOf: async (schema) => {
        const port = await run(`
          select distinct nodeport from pg_dist_schema join pg_namespace as n on n.oid = schemaid
          join pg_dist_partition using (colocationid) join pg_dist_shard using (logicalrelid)
          join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
          where n.nspname = '${schema}'`);
        const found = workers.find((worker) => String(worker.port) === port);
        if (!found) throw new Error(`no worker has the schema ${schema}`);
        return found;
      },
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function psql(node: Cluster, sql: string): Promise<string> {
  const program = join(postgresBinaries() ?? "", "psql");
  const options = ["-XAtq", "-v", "ON_ERROR_STOP=1", node.url, "-c", sql];
  return (await runAsServer(program, options)).trim();
}

function reasonAgainst(): string | undefined {
  const programs = postgresBinaries();
  if (programs === undefined) return "PostgreSQL is not installed here";
  const config = join(programs, "pg_config");
  const libraries = existsSync(config)
    ? execFileSync(config, ["--pkglibdir"], { encoding: "utf8" }).trim()
    : join(programs, "../lib");
  const lacking = ["citus", "vector"].find((name) => !existsSync(join(libraries, `${name}.so`)));
  return lacking === undefined ? undefined : `PostgreSQL has no extension ${lacking} here`;
}
