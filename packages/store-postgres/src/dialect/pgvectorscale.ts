import { indexedBy } from "./access-method.js";
import type { Dialect } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/** PostgreSQL with pgvectorscale: StreamingDiskANN. Golden only, not run. */
export const pgvectorscale: Dialect = {
  ...pgvector,
  ...indexedBy({ method: "diskann", parameters: () => "num_neighbors = 50" }),
  name: "pgvectorscale",
  indexExtensions: ["vectorscale"],
  // Its order is relaxed; the store orders by whole vectors in any case.
  searchSettings: ({ limit }) => ({
    "diskann.query_search_list_size": String(Math.max(100, limit)),
    "diskann.query_rescore": String(Math.max(50, limit)),
  }),
};
