import { storeConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { emptyDatabase } from "./support/empty-database.js";

const stores = [
  ["in a file", async () => sqliteStore({ path: await emptyDatabase() })],
  ["in memory", () => sqliteStore({ path: ":memory:" })],
] as const;

describe.each(stores.slice(0, bySize(2, 1)))("a store %s", (_where, create) => {
  test.for(storeConformance(create))("$group: $name", async (one, context) => {
    const outcome = await one.run();
    if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  });
});
