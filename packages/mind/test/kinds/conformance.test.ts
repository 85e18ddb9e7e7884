import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { inMemoryStore } from "@kioku/core";
import { postgresStore } from "@kioku/store-postgres";
import { sqliteStore } from "@kioku/store-sqlite";
import { afterAll } from "vitest";

import { kindsConformance } from "./conformance.js";

kindsConformance("in memory", () => inMemoryStore());
kindsConformance("on SQLite", () => sqliteStore({ path: ":memory:" }));

if (process.env["KIOKU_TEST_SIZE"] === "full") {
  const database = await PGlite.create({ extensions: { vector } });
  afterAll(async () => database.close());
  let schemas = 0;
  kindsConformance("on PostgreSQL", () =>
    postgresStore({ client: database, schema: `kinds_${(schemas += 1)}` }),
  );
}
