import { sql } from "kysely";

import type { Dialect } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/**
 * Citus over pgvector. Its own tables are made like others and then distributed by scope, so that each search runs on one node. Golden
 * only, not run.
 */
export const citus: Dialect = {
  ...pgvector,
  name: "citus",
  verified: false,
  preparation: ["create extension if not exists citus"],
  // Only `set local` reaches the nodes; what `set_config` sets stays on the coordinator.
  applySettings: (settings) => [
    sql`set local citus.propagate_set_commands to 'local'`,
    ...Object.entries(settings).map(
      ([name, value]) => sql`set local ${sql.raw(name)} to ${sql.lit(value)}`,
    ),
  ],
  supports: {
    ...pgvector.supports,
    hashPartitions: false,
    storedFunctions: false,
    distributedTables: true,
  },
};
