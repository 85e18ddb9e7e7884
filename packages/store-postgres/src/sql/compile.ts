import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { RawBuilder } from "kysely";

import type { SqlValue, Statement } from "../client/driver.js";

/** It has no connection: it never runs what it compiles. */
const COMPILER = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * The text and the parameters of a statement. Only what is bound, quoted as an identifier or
 * written by us gets into it.
 */
export function compile(statement: RawBuilder<unknown>): Statement {
  const { sql, parameters } = statement.compile(COMPILER);
  return { text: sql, values: parameters as readonly SqlValue[] };
}
