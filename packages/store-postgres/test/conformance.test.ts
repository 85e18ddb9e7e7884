import type { ConformanceCase } from "@kioku/testing";
import { expect, test } from "vitest";

import type { PostgresStoreOptions } from "../src/index.js";
import { conformanceCases, needsExact } from "./support/conformance-cases.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";

const database = await testDatabase();

const casesWith = (options: Partial<PostgresStoreOptions>): readonly ConformanceCase[] =>
  conformanceCases(database, options);

test.for(casesWith({}).filter((one) => !needsExact(one)))("$group: $name", async ({ run }) => {
  expect(await run()).toEqual({ status: "passed" });
});

test.for(casesWith({ indexFrom: false }).filter(needsExact))(
  "without indexes, $group: $name",
  async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  },
);

test.skipIf(SERVER_URL === undefined).for(casesWith({ partitions: 16, indexFrom: false }))(
  "with divided tables, $group: $name",
  async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  },
);
