import { indexedBy } from "./access-method.js";
import type { Dialect } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/**
 * Azure Database for PostgreSQL with `pg_diskann`, whose access method has the name of
 * pgvectorscale's and other parameters. Golden only, not run.
 */
export const azure: Dialect = {
  ...pgvector,
  ...indexedBy({ method: "diskann", parameters: () => "max_neighbors = 50, l_value_ib = 100" }),
  name: "azure",
  indexExtensions: ["pg_diskann"],
  searchSettings: ({ limit }) => ({
    "diskann.iterative_search": "relaxed_order",
    "diskann.l_value_is": String(Math.max(100, limit)),
  }),
};
