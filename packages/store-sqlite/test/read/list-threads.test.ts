import { createMemory } from "@kioku/core";
import type { Filter, MemoryRecord } from "@kioku/core";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";

test.each([3, 2_000, 2_001])(
  "a thread of %i records is listed whole and in order, page by page, both ways",
  async (count) => {
    const memory = createMemory({ store: sqliteStore({ path: ":memory:" }) });
    onTestFinished(() => memory.close());
    const said = Array.from({ length: count }, (_, n) => `said ${n}`);
    await memory.rememberAll(
      said.flatMap((content) => [
        { content, thread: "a" },
        { content: `${content}, elsewhere`, thread: "b" },
      ]),
    );
    for (const order of ["asc", "desc"] as const) {
      const found: MemoryRecord[] = [];
      let cursor: string | undefined;
      do {
        const page = await memory.list({ filter: { "@thread": "a" }, limit: 900, order, cursor });
        found.push(...page.items);
        ({ cursor } = page);
      } while (cursor !== undefined);
      const expected = order === "asc" ? said : said.toReversed();
      expect(found.map(({ content }) => content)).toEqual(expected);
    }
  },
);

test("a thread that is one condition among others, or one of several, is listed by all of them", async () => {
  const memory = createMemory({ store: sqliteStore({ path: ":memory:" }) });
  onTestFinished(() => memory.close());
  await memory.rememberAll([
    { content: "1", thread: "a", metadata: { n: 1 } },
    { content: "2", thread: "a", metadata: { n: 2 } },
    { content: "3", thread: "b", metadata: { n: 2 } },
    { content: "4", metadata: { n: 2 } },
  ]);
  const listed = async (filter: Filter) =>
    (await memory.list({ filter })).items.map(({ content }) => content).join();
  expect(await listed({ "@thread": "a", n: 2 })).toBe("2");
  expect(await listed({ $or: [{ "@thread": "a" }, { n: 2 }] })).toBe("1,2,3,4");
  expect(await listed({ $not: { "@thread": "a" } })).toBe("3,4");
  expect(await listed({ "@thread": null })).toBe("4");
  expect(await listed({ "@thread": { $in: ["a", "b"] } })).toBe("1,2,3");
  expect(await listed({ $and: [{ "@thread": "a" }, { "@thread": "b" }] })).toBe("");
});
