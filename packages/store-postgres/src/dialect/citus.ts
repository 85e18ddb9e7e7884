import { sql } from "kysely";

import { textLiteral } from "../sql/text-literal.js";
import type { Dialect } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/**
 * Citus over pgvector. Its own tables are made like others and then distributed by scope, so that
 * each search runs on one node. Golden only, not run; by what is known of Citus it refuses writes,
 * which look up rows by lateral joins with `unnest`, and the queue, which locks rows of any scope.
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
      ([name, value]) => sql`set local ${sql.raw(name)} to ${textLiteral(value)}`,
    ),
  ],
  supports: {
    ...pgvector.supports,
    hashPartitions: false,
    storedFunctions: false,
    distributedTables: true,
  },
};
