import { createMemory, inMemoryStore } from "@kioku/core";
import type { Filter, ListQuery } from "@kioku/core";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";

const KEYS = ["a", "a/", "a/b", "a/b/c", "a0", "b", "é", "😀", "\uFFFD", "a'"];

const FILTERS: readonly Filter[] = [
  { "@key": "a/b" },
  { "@key": { $in: ["a", "b", "none"] } },
  { "@key": { $in: [] } },
  { "@key": { $in: ["a", null] } },
  { "@key": null },
  { "@key": { $exists: true } },
  { "@key": { $contains: "a" } },
  { "@key": { $gte: "a/", $lt: "a0" } },
  { "@key": { $gt: "a/", $lte: "é" } },
  { "@key": { $gt: "\uFFFD" } },
  { "@key": { $gt: 5 } },
  { $and: [{ "@key": { $gte: "a" } }, { "@key": { $lt: "b" } }, { n: 1 }] },
  { $or: [{ "@key": "a" }, { "@key": { $gt: "b" } }] },
  { $not: { "@key": { $gt: "a/" } } },
  { "@key": { $ne: "a" } },
  { "@key": { $nin: ["a", "b"] } },
];

test.each(FILTERS)(
  "keys are listed in order within the bounds of %j, as by the reference",
  async (filter) => {
    const memories = [inMemoryStore(), sqliteStore({ path: ":memory:" })].map((store) =>
      createMemory({ store }),
    );
    const listed = memories.map(async (memory) => {
      onTestFinished(() => memory.close());
      await memory.rememberAll([
        ...KEYS.map((key, index) => ({ content: key, key, metadata: { n: index % 2 } })),
        { content: "without a key", metadata: { n: 1 } },
      ]);
      const pages: string[][] = [];
      for (const order of ["asc", "desc"] as const) {
        let cursor: string | undefined;
        do {
          const query: ListQuery = { filter, orderBy: "key", order, limit: 2, cursor };
          const page = await memory.list(query);
          pages.push(page.items.map(({ content }) => content));
          ({ cursor } = page);
        } while (cursor !== undefined);
      }
      return pages;
    });
    const [expected, found] = await Promise.all(listed);
    expect(found).toEqual(expected);
  },
);
