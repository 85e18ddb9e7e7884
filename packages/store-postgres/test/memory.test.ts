import type { CompleteStore } from "@kioku/core/toolkit";
import { faultSchedules, fuzzMemory, isolationProbes, memoryConformance } from "@kioku/testing";
import { expect, test } from "vitest";

import { bySize } from "./support/by-size.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";

/** Some tests are for `npm run test:full` alone. */
const IS_FULL = bySize(1, 0) === 1;

const database = await testDatabase();

/** PGlite works at a fraction of a server's speed. Set them for more. */
const PROBES = Number(process.env["KIOKU_PROBES"] ?? (SERVER_URL === undefined ? 10 : 200));
const CASES = Number(process.env["KIOKU_FUZZ"] ?? (SERVER_URL === undefined ? 100 : 1_000));
const SCHEDULES = Number(
  process.env["KIOKU_FAULT_SCHEDULES"] ?? (SERVER_URL === undefined ? 4 : 30),
);

/** Only what hangs takes so long. */
const HANG_MS = 300_000;

/** Cases of hundreds of writes. SQLite passes all in the quick run, PostgreSQL every third. */
const LONG = /^three hundred /u;
const CASES_OF_MEMORIES = memoryConformance(() => database.newStore()).filter(
  ({ name }, index) => IS_FULL || (index % 3 === 0 && !LONG.test(name)),
);

test.for(CASES_OF_MEMORIES)("a memory on this store, $group: $name", async ({ run }) => {
  expect(await run()).toEqual({ status: "passed" });
});

test.skipIf(!IS_FULL)(
  "random calls in 200 look-alike scopes see and change nothing of another one",
  { timeout: HANG_MS + PROBES * 5_000 },
  async () => {
    const report = await isolationProbes(() => database.newStore(), { probes: PROBES, seed: 3 });
    expect(report).toMatchObject({ probes: PROBES, scopes: 200 });
  },
);

test.skipIf(!IS_FULL)(
  "hostile arguments lead to an answer or a typed error that shows neither SQL nor the schema",
  { timeout: HANG_MS + CASES * 2_000 },
  async () => {
    const schema = database.newSchema();
    const report = await fuzzMemory(() => database.newStore({ schema }), {
      cases: CASES,
      seed: 3,
      hidden: [schema],
    });
    expect(report.cases).toBe(CASES);
    expect(report.answered).toBeGreaterThan(CASES / 10);
  },
);

test.skipIf(!IS_FULL)(
  "after any schedule of failures and reopening nothing is lost, doubled, pending or on the wrong text",
  { timeout: HANG_MS + SCHEDULES * 30_000 },
  async () => {
    let schema = "";
    const create = (): CompleteStore => {
      schema = database.newSchema();
      return database.newStore({ schema });
    };
    const report = await faultSchedules(create, {
      reopenStore: () => database.newStore({ schema }),
      schedules: SCHEDULES,
      seed: 3_000_001,
    });
    expect(report.schedules).toBe(SCHEDULES);
    expect(report.reopened).toBeGreaterThan(0);
    expect(report.queued).toBeGreaterThan(0);
  },
);
