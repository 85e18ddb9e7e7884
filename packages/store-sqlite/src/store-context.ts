import type { ResidentCatalogs } from "./catalog/resident-catalogs.js";
import type { ResidentPostings } from "./keyword/resident-postings.js";
import type { Connection } from "./sql/connection.js";
import type { QueryBuilder } from "./sql/query-builder.js";
import type { ResidentVectors } from "./vector/resident-vectors.js";

/** What every operation works with. */
export interface StoreContext {
  readonly connection: Connection;
  readonly queries: QueryBuilder;
  readonly resident: ResidentVectors;
  readonly catalogs: ResidentCatalogs;
  readonly postings: ResidentPostings;
}
