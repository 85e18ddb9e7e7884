import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

import type { Tables } from "./tables.js";

/**
 * Builds and compiles queries whose shape is known only at run time. It has no connection: it never
 * runs one.
 */
export type QueryBuilder = Kysely<Tables>;

/** Makes one. */
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
