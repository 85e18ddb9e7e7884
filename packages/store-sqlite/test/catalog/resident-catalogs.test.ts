import { expect, test } from "vitest";

import type { CatalogEntry } from "../../src/catalog/catalog-entry.js";
import { ResidentCatalogs } from "../../src/catalog/resident-catalogs.js";
import type { ScopesTable } from "../../src/sql/tables.js";

function scope(id: number, changes: number, records = 1): ScopesTable {
  return { id, path: `/${id}`, records, documents: records, terms: 0, changes };
}

function entry(row: number): CatalogEntry {
  return {
    row,
    id: `id-${row}`,
    scripts: 1,
    thread: null,
    happenedAt: 0,
    archivedAt: null,
    expiresAt: null,
    validFrom: null,
    validTo: null,
  };
}

const load =
  (...rows: readonly number[]) =>
  () =>
    rows.map((row) => entry(row));

test("a catalog is loaded at the second question without a change in between", () => {
  const catalogs = new ResidentCatalogs(2 ** 20);
  for (const changes of [1, 2, 3])
    expect(catalogs.find(scope(1, changes), load(1))).toBeUndefined();
  expect(catalogs.find(scope(1, 3), load(1))?.get(1)?.id).toBe("id-1");
});

test("a catalog follows writes of this process and is dropped for writes of others", () => {
  const catalogs = new ResidentCatalogs(2 ** 20);
  catalogs.find(scope(1, 3), load(1));
  catalogs.find(scope(1, 3), load(1));
  catalogs.follow(new Map([[1, 4]]), [
    { scope: 1, row: 2, entry: entry(2) },
    { scope: 1, row: 1 },
  ]);
  const followed = catalogs.find(scope(1, 4), load());
  expect([followed?.get(1), followed?.get(2)?.id]).toEqual([undefined, "id-2"]);
  expect(catalogs.find(scope(1, 6), load(3))).toBeUndefined();
  expect(catalogs.find(scope(1, 6), load(3))?.get(3)?.id).toBe("id-3");
});

test("a catalog that missed a write of another process does not follow", () => {
  const catalogs = new ResidentCatalogs(2 ** 20);
  catalogs.find(scope(1, 3), load(1));
  catalogs.find(scope(1, 3), load(1));
  catalogs.follow(new Map([[1, 5]]), [{ scope: 1, row: 2, entry: entry(2) }]);
  expect(catalogs.find(scope(1, 5), load(1, 2))).toBeUndefined();
});

test("the least recently used catalog makes room, and one that never fits is not loaded", () => {
  // Room for two entries.
  const catalogs = new ResidentCatalogs(1_024);
  for (const id of [1, 2, 3]) {
    catalogs.find(scope(id, 1), load(id));
    expect(catalogs.find(scope(id, 1), load(id))?.size).toBe(1);
  }
  let loads = 0;
  const counted = () => {
    loads += 1;
    return [entry(9)];
  };
  catalogs.find(scope(3, 1), counted);
  expect(loads).toBe(0);
  catalogs.find(scope(1, 1), counted);
  expect(loads).toBe(1);
  for (let time = 0; time < 3; time += 1) {
    expect(catalogs.find(scope(4, 1, 3), load(1, 2, 3))).toBeUndefined();
  }
});
