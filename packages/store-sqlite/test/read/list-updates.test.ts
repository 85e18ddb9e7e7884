import { createMemory, inMemoryStore } from "@kioku/core";
import type { Filter, ListQuery } from "@kioku/core";
import { expect, onTestFinished, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { seededRandom, testSeed } from "../support/random.js";

const START = Date.UTC(2026, 0, 1);
const RECORDS = 60;

const at = (step: number): string => new Date(START + step * 1_000).toISOString();
const FILTERS: readonly (Filter | undefined)[] = [
  undefined,
  { n: 1 },
  { "@updatedAt": { $gte: at(20) } },
  { "@updatedAt": { $gt: at(10), $lte: at(40) } },
  { $and: [{ "@updatedAt": { $lt: at(50) } }, { n: { $in: [0, 2] } }] },
  { $or: [{ "@updatedAt": { $lt: at(5) } }, { "@updatedAt": { $gt: at(45) } }] },
  { $not: { "@updatedAt": { $gt: at(30) } } },
];

const seed = testSeed();

test.each(["asc", "desc"] as const)(
  "changed and unchanged records are listed in one order by update, %s, as by the reference",
  async (order) => {
    const memories = [inMemoryStore(), sqliteStore({ path: ":memory:" })].map((store) => {
      const clock = { now: START };
      const random = seededRandom(seed);
      let ids = 0;
      const memory = createMemory({
        store,
        clock: () => new Date(clock.now),
        // Ids of both kinds, in no order of time, in one scope.
        generateId: () => {
          ids += 1;
          const hex = ((ids * 7_919) % 65_536).toString(16).padStart(4, "0");
          return ids % 3 === 0 ? `${hex}aaaa-0000-7000-8000-000000000000` : `${hex}z`;
        },
      });
      onTestFinished(() => memory.close());
      return { memory, clock, random };
    });
    const listed = memories.map(async ({ memory, clock, random }) => {
      const written: string[] = [];
      for (let n = 0; n < RECORDS; n += 1) {
        // Several at one instant.
        clock.now = START + Math.floor(n / 4) * 2_000;
        const [receipt] = await memory.rememberAll([
          { content: `record ${n}`, metadata: { n: n % 3 } },
        ]);
        if (receipt && receipt.status !== "rejected") written.push(receipt.record.id);
        if (random.chance(0.4)) {
          await memory.update(written[random.below(written.length)] ?? "", { metadata: { n: 2 } });
        }
      }
      const pages: string[][] = [];
      for (const filter of FILTERS) {
        for (const orderBy of ["updatedAt", "createdAt"] as const) {
          let cursor: string | undefined;
          do {
            const query: ListQuery = {
              ...(filter && { filter }),
              orderBy,
              order,
              limit: 7,
              cursor,
            };
            const page = await memory.list(query);
            pages.push(page.items.map(({ content }) => content));
            ({ cursor } = page);
          } while (cursor !== undefined);
        }
      }
      return pages;
    });
    const [expected, found] = await Promise.all(listed);
    expect(found).toEqual(expected);
  },
);
