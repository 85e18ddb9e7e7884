import { indexedBy } from "./access-method.js";
import type { Dialect, SearchNeeds } from "./dialect.js";
import { pgvector } from "./pgvector.js";

/**
 * YugabyteDB with the pgvector that comes with it. Whether its `ybhnsw` takes partial indexes of
 * expressions is not known to us: if it does not, `maintain` fails and searches stay exact; then
 * set `indexFrom: false`. Golden only, not run.
 */
export const yugabytedb: Dialect = {
  ...pgvector,
  ...indexedBy({ method: "ybhnsw", parameters: () => "m = 16, ef_construction = 64" }),
  name: "yugabytedb",
  vectorVersions: { required: "0.5.0", advised: "0.8.0" },
  searchSettings: ({ limit }: SearchNeeds) => ({
    "ybhnsw.ef_search": String(Math.min(Math.max(200, limit), 1_000)),
  }),
  supports: {
    ...pgvector.supports,
    advisoryLocks: false,
    statistics: false,
    vacuum: false,
    storedFunctions: false,
    columnStorage: false,
  },
};
