import type { Pause } from "./jobs/turn.js";
import type { Connection } from "./sql/connection.js";
import type { QueryBuilder } from "./sql/query-builder.js";

/** What every operation works with. */
export interface StoreContext {
  readonly connection: Connection;
  readonly queries: QueryBuilder;
  /** Tells when long work has to let others go on, and throws if the caller has given up. */
  readonly pause: Pause;
}
