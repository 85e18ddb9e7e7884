import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { inMemoryStore } from "@kioku/core";
import { postgresStore } from "@kioku/store-postgres";
import { sqliteStore } from "@kioku/store-sqlite";
import { afterAll, describe, expect, test } from "vitest";

import { kindsDriver } from "./kinds-driver.js";
import { runRandomly } from "./random-run.js";
import { toolsDriver } from "./tools-driver.js";

const STEPS = 20;
const isFull = process.env["KIOKU_TEST_SIZE"] === "full";
const ON_SQLITE = isFull ? 300 : 5;
const ON_POSTGRES = isFull ? 60 : 1;
/** Results that each hundred sequences have to have, so that the comparison means something. */
const COMMON = [
  "append: stored",
  "append: invalid-input",
  "append: untrusted",
  "rewrite: stored",
  "rewrite: untrusted",
  "insert: stored",
  "insert: stored stored",
  "insert: duplicate",
  "insert: invalid-input",
  "replace: ",
  "replace: stored",
  "replace: stored stored",
  "replace: invalid-input",
  "replace: not-found",
  "replace: untrusted",
  "merge: stored",
  "merge: not-found",
  "merge: untrusted",
  "forget: ",
];

const database = await PGlite.create({ extensions: { vector } });
afterAll(async () => database.close());

describe.each([
  ["kinds", kindsDriver, isFull ? 3_000 : 100],
  ["tools", toolsDriver, isFull ? 3_000 : 100],
] as const)("random calls of the %s end as in a plain model", (name, drive, inMemory) => {
  test(`in ${inMemory} sequences in memory`, async () => {
    const tally = new Map<string, number>();
    for (let seed = 1; seed <= inMemory; seed += 1) {
      expect(
        await runRandomly({ seed, steps: STEPS, store: inMemoryStore(), drive, tally }),
      ).toEqual([]);
    }
    expect(COMMON.filter((came) => (tally.get(came) ?? 0) < inMemory / 100)).toEqual([]);
  });

  test(`in ${ON_SQLITE} sequences on SQLite`, async () => {
    const store = sqliteStore({ path: ":memory:" });
    for (let seed = 1_001; seed <= 1_000 + ON_SQLITE; seed += 1) {
      expect(await runRandomly({ seed, steps: STEPS, store, root: `run ${seed}`, drive })).toEqual(
        [],
      );
    }
  });

  test(`in ${ON_POSTGRES} sequences on PostgreSQL`, async () => {
    const store = postgresStore({ client: database, schema: `random_${name}` });
    for (let seed = 2_001; seed <= 2_000 + ON_POSTGRES; seed += 1) {
      expect(await runRandomly({ seed, steps: STEPS, store, root: `run ${seed}`, drive })).toEqual(
        [],
      );
    }
  });
});
