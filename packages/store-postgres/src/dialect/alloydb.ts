import { indexedBy } from "./access-method.js";
import type { Dialect } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/** AlloyDB with ScaNN. Golden only, not run. For HNSW on AlloyDB use `pgvector`. */
export const alloydb: Dialect = {
  ...pgvector,
  ...indexedBy({ method: "scann", operators: "dot_product", parameters: () => "mode = 'AUTO'" }),
  name: "alloydb",
  indexExtensions: ["alloydb_scann"],
  // It refuses to index fewer.
  smallestIndex: 10_000,
  searchSettings: () => ({ "scann.num_leaves_to_search": "100" }),
};
