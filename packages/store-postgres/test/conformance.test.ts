import { storeConformance } from "@kioku/testing";
import type { ConformanceCase } from "@kioku/testing";
import { expect, test } from "vitest";

import type { PostgresStoreOptions } from "../src/index.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";
import { reusedSchemas } from "./support/reused-schemas.js";

const database = await testDatabase();

/**
 * Claims that a store with indexes lacks: their cases run on one without. Nothing else may
 * be skipped.
 */
const NOT_OF_INDEXES = "exact vector";
const needsExact = ({ requires }: ConformanceCase): boolean => requires.includes(NOT_OF_INDEXES);

/** The cases, each on schemas that are empty. */
function casesWith(options: Partial<PostgresStoreOptions>): readonly ConformanceCase[] {
  const schemas = reusedSchemas(database, async () => {
    const schema = database.newSchema();
    await using store = database.newStore({ schema, ...options });
    await store.open();
    return schema;
  });
  const create = async (): Promise<ReturnType<typeof database.newStore>> =>
    database.newStore({ schema: await schemas.next(), ...options });
  return storeConformance(create).map((one) => ({
    ...one,
    run: async () => {
      await schemas.empty();
      return one.run();
    },
  }));
}

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
