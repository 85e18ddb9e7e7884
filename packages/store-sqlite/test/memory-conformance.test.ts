import { memoryConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { emptyDatabase } from "./support/empty-database.js";

const stores = [
  ["in a file", async () => sqliteStore({ path: await emptyDatabase() })],
  ["in memory", () => sqliteStore({ path: ":memory:" })],
] as const;

describe.each(stores.slice(0, bySize(2, 1)))("a memory on a store %s", (_where, create) => {
  test.for(memoryConformance(create))("$group: $name", async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  });
});
