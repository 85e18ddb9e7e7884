import { memoryConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { emptyDatabase } from "./support/empty-database.js";

const stores = {
  "in memory": () => sqliteStore({ path: ":memory:" }),
  "in a file": async () => sqliteStore({ path: await emptyDatabase() }),
};

describe.each(Object.entries(stores))("a memory on a store %s", (_where, create) => {
  test.for(memoryConformance(create))("$group: $name", async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  });
});
