import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import type { Tables } from "../schema/rows.js";
import type { Connection } from "./connection.js";
import type { Pause } from "./scheduling.js";

/** Compiles queries whose shape is known only at run time; it has no connection. */
export type QueryBuilder = Kysely<Tables>;

/** Creates a `QueryBuilder`. */
export function createQueryBuilder(): QueryBuilder {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (queries) => new SqliteIntrospector(queries),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Context of every operation. */
export interface StoreContext {
  readonly connection: Connection;
  readonly queries: QueryBuilder;
  /** Yields to other work when due; throws if the caller has aborted. */
  readonly pause: Pause;
}
