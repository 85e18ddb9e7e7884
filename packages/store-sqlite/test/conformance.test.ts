import { storeConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { emptyDatabase } from "./support/empty-database.js";

const stores = {
  "in memory": () => sqliteStore({ path: ":memory:" }),
  "in a file": async () => sqliteStore({ path: await emptyDatabase() }),
};

describe.each(Object.entries(stores))("a store %s", (_where, create) => {
  test.for(storeConformance(create))("$group: $name", async (one, context) => {
    const outcome = await one.run();
    if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});
