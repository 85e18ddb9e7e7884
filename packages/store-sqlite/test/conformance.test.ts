import { storeConformance } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { temporaryFile } from "./support/temporary-directory.js";

/** Groups of cases that take longest. What they ask of a store does not depend on where it is. */
const SAME_ANYWHERE: ReadonlySet<string> = bySize(1, 0) === 1
  ? new Set()
  : new Set(["isolation", "filters", "histories", "text scores", "search legs", "paging"]);

const inFile = storeConformance(() => sqliteStore({ path: temporaryFile() }));
const inMemory = storeConformance(() => sqliteStore({ path: ":memory:" }));
const stores = {
  "in a file": inFile,
  "in memory": inMemory.filter(({ group }) => !SAME_ANYWHERE.has(group)),
};

describe.each(Object.entries(stores))(
  `a store %s (${stores["in memory"].length} of ${inMemory.length} cases in memory)`,
  (_where, cases) => {
    test.for(cases)("$group: $name", async (one, context) => {
      const outcome = await one.run();
      if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
      expect(outcome.status).toBe("passed");
    });
  },
);
