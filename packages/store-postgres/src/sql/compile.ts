import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { RawBuilder } from "kysely";

import type { Executable, SqlValue, Statement } from "./driver.js";

/** Compiles without a connection. */
const COMPILER = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Returns the text and the parameters of a statement. */
export function compile(statement: RawBuilder<unknown>): Statement {
  const { sql, parameters } = statement.compile(COMPILER);
  return { text: sql, values: parameters as readonly SqlValue[] };
}

/** Compiles a statement unless it is compiled. */
export function toStatement(given: Executable): Statement {
  return "text" in given ? given : compile(given);
}
