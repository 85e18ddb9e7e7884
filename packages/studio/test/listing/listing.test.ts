import { setImmediate as nextTurn } from "node:timers/promises";

import type { Page } from "@kioku/core";
import { expect, test } from "vitest";

import { Listing } from "../../src/listing/listing.js";
import { Listings } from "../../src/listing/listings.js";

interface Row {
  readonly kind: string;
  readonly place: number;
}

/** A source of numbered rows, whose cursors are numbers. */
function source(state: { total: number; reads: number; fails?: boolean }, length = 10) {
  return async (cursor: string | undefined): Promise<Page<Row>> => {
    state.reads += 1;
    await nextTurn();
    if (state.fails === true) throw new Error("store is gone");
    const from = Number(cursor ?? 0);
    const end = Math.min(from + length, state.total);
    const items = Array.from({ length: end - from }, (_, index) => ({
      kind: `kind-${(from + index) % 3}`,
      place: from + index,
    }));
    return end < state.total ? { items, cursor: String(end) } : { items };
  };
}

async function complete(listing: Listing<Row>): Promise<number> {
  for (;;) {
    const { isComplete, total } = await listing.rows(0, 0, {});
    if (isComplete) return total;
    await nextTurn();
  }
}

test("the first rows come before the others were counted", async () => {
  const state = { total: 95, reads: 0 };
  const listing = new Listing<Row>({ read: source(state), isWanted: () => true });
  const first = await listing.rows(0, 5, {});
  expect(first.rows.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4]);
  expect(first).toMatchObject({ total: 10, isComplete: false });
  expect(state.reads).toBe(1);
});

test("a listing can be read at any place, across its pages", async () => {
  const listing = new Listing<Row>({
    read: source({ total: 95, reads: 0 }),
    isWanted: () => true,
  });
  expect(await complete(listing)).toBe(95);
  const { rows } = await listing.rows(48, 14, {});
  expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: 14 }, (_, i) => 48 + i));
  expect((await listing.rows(90, 20, {})).rows.map(({ place }) => place)).toEqual([
    90, 91, 92, 93, 94,
  ]);
  expect((await listing.rows(95, 20, {})).rows).toEqual([]);
});

test("what was written since is listed, and told by another edition", async () => {
  const state = { total: 20, reads: 0 };
  const listing = new Listing<Row>({ read: source(state), isWanted: () => true });
  await complete(listing);
  state.total = 35;
  listing.markStale();
  expect(await listing.rows(0, 1, {})).toMatchObject({ total: 20, isComplete: false, edition: 0 });
  expect(await complete(listing)).toBe(35);
  expect((await listing.rows(30, 9, {})).rows).toHaveLength(5);
  expect((await listing.rows(0, 0, {})).edition).toBe(1);
});

test("what others have written is noticed when it is read again", async () => {
  const state = { total: 0, reads: 0 };
  const listing = new Listing<Row>({ read: source(state), isWanted: () => true });
  expect(await complete(listing)).toBe(0);
  state.total = 3;
  listing.forgetRows();
  expect(await complete(listing)).toBe(3);
  state.total = 5;
  listing.forgetRows();
  await listing.rows(0, 3, {});
  expect(await complete(listing)).toBe(5);
});

test("a walk that failed goes on with the next request", async () => {
  const state = { total: 30, reads: 0, fails: false };
  const listing = new Listing<Row>({ read: source(state), isWanted: () => true });
  await listing.rows(0, 1, {});
  state.fails = true;
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(await listing.rows(0, 1, {})).toMatchObject({ total: 10, isComplete: false });
  state.fails = false;
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(await complete(listing)).toBe(30);
});

test("only the listing that was asked for last walks, and few are held", async () => {
  const listings = new Listings<Row>();
  const first = { total: 1000, reads: 0 };
  await listings.get("first", source(first)).rows(0, 1, {});
  for (let index = 0; index < 20; index += 1) {
    await listings.get(`other ${index}`, source({ total: 5, reads: 0 })).rows(0, 1, {});
  }
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  expect(first.reads).toBeLessThan(20);
  expect(listings.size).toBe(12);
  expect(listings.kinds).toEqual(["kind-0", "kind-1", "kind-2"]);
});
