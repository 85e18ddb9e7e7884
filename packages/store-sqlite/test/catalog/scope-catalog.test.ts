import { expect, test } from "vitest";

import type { CatalogEntry } from "../../src/catalog/catalog-entry.js";
import { ScopeCatalog } from "../../src/catalog/scope-catalog.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();

function entry(row: number, fields: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    row,
    id: `id-${row}`,
    scripts: 1,
    thread: "a",
    happenedAt: row,
    archivedAt: null,
    expiresAt: null,
    validFrom: null,
    validTo: null,
    ...fields,
  };
}

function rowsBeside(catalog: ScopeCatalog, of: CatalogEntry, step: -1 | 1): number[] {
  return catalog.beside(of, step, { count: 2, where: () => true }).map(({ row }) => row);
}

test("neighbours are nearest first, of the same thread, and end with it", () => {
  const catalog = new ScopeCatalog();
  const entries = [1, 2, 3, 4].map((row) => entry(row));
  for (const one of entries) catalog.set(one);
  catalog.set(entry(5, { thread: "b", happenedAt: 2.5 }));
  const third = catalog.get(3) ?? entry(0);
  expect(rowsBeside(catalog, third, -1)).toEqual([2, 1]);
  expect(rowsBeside(catalog, third, 1)).toEqual([4]);
  expect(rowsBeside(catalog, entry(6, { thread: null }), 1)).toEqual([]);
});

test("what does not count is passed over", () => {
  const catalog = new ScopeCatalog();
  for (const row of [1, 2, 3, 4]) catalog.set(entry(row));
  const found = catalog.beside(entry(4), -1, { count: 2, where: ({ row }) => row !== 3 });
  expect(found.map(({ row }) => row)).toEqual([2, 1]);
});

test(`after any changes each thread is in the order of time and id (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const catalog = new ScopeCatalog();
  const expected = new Map<number, CatalogEntry>();
  for (let round = 0; round < 2_000; round += 1) {
    const row = random.below(60);
    if (random.chance(0.3)) {
      catalog.delete(row);
      expected.delete(row);
    } else {
      const thread = random.chance(0.1) ? null : `thread ${random.below(3)}`;
      const changed = entry(row, { thread, happenedAt: random.below(10) });
      catalog.set(changed);
      expected.set(row, changed);
    }
    const of = expected.get(random.below(60));
    if (!of) continue;
    const ordered = [...expected.values()]
      .filter(({ thread }) => thread !== null && thread === of.thread)
      .toSorted((a, b) => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1))
      .map((one) => one.row);
    const at = ordered.indexOf(of.row);
    expect(rowsBeside(catalog, of, 1)).toEqual(at === -1 ? [] : ordered.slice(at + 1, at + 3));
    expect(rowsBeside(catalog, of, -1).toReversed()).toEqual(
      at === -1 ? [] : ordered.slice(Math.max(at - 2, 0), at),
    );
    expect(catalog.size).toBe(expected.size);
  }
});
