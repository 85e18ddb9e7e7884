import { rangeKey } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { BLOCK_BYTES, CodeArena } from "../../src/index/codes/code-arena.js";
import { CodeMatrix } from "../../src/index/codes/code-matrix.js";
import { javascriptCodeKernel } from "../../src/index/codes/javascript-code-kernel.js";
import { nearestCandidates } from "../../src/index/codes/nearest-candidates.js";
import { ResidentIndex, IndexCache } from "../../src/index/index-cache.js";
import { PostingList } from "../../src/index/postings.js";
import { RecordTable } from "../../src/index/record-table.js";

const arena = new CodeArena(javascriptCodeKernel(), 2 ** 28);
const range = (name: string) => ({ path: `/${name}`, below: false });
const keyOf = (name: string): string => rangeKey(range(name));

/** An index of a block of codes, which is nearly all that it takes. */
function residentOf(name: string): ResidentIndex {
  const matrix = new CodeMatrix(arena, 64);
  matrix.set(0, new Float32Array(64).fill(1 / 8));
  const spaces = [{ id: 1, dimensions: 64 }];
  const matrices = new Map([[1, matrix]]);
  return new ResidentIndex({
    range: range(name),
    change: 0,
    table: new RecordTable(),
    spaces,
    matrices,
  });
}

const ONE = residentOf("measure").bytes;

/** The names of those that are there. */
function namesOn(shelf: IndexCache): string[] {
  return [...shelf.indexes].map((resident) => resident.range.path.slice(1));
}

test("the least recently used index leaves first, and gives its memory back", () => {
  const shelf = new IndexCache(3 * ONE);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => residentOf(name));
  if (!a || !b || !c || !d) throw new Error("four indexes");
  for (const resident of [a, b, c]) shelf.put(resident);
  expect(shelf.acquire(keyOf("a"))).toBe(a);
  shelf.release(a);
  shelf.put(d);
  expect(namesOn(shelf)).toEqual(["c", "a", "d"]);
  expect(shelf.bytes).toBe(3 * ONE);
  expect([b.codesBytes, a.codesBytes > 0]).toEqual([0, true]);
});

test("what is in use stays, even removed, until it is given back", () => {
  const shelf = new IndexCache(ONE);
  const [a, b] = [residentOf("a"), residentOf("b")];
  shelf.put(a);
  shelf.acquire(keyOf("a"));
  shelf.put(b);
  expect(namesOn(shelf)).toContain("a");
  shelf.remove(a);
  expect(shelf.acquire(keyOf("a"))).toBeUndefined();
  expect(a.codesBytes).toBeGreaterThan(0);
  shelf.release(a);
  expect(a.codesBytes).toBe(0);
});

test("an index that takes the place of another of its range leaves nothing behind", () => {
  const shelf = new IndexCache(10 * ONE);
  const [before, after] = [residentOf("a"), residentOf("a")];
  shelf.put(before);
  shelf.put(after);
  expect(shelf.acquire(keyOf("a"))).toBe(after);
  expect([shelf.bytes, before.codesBytes]).toEqual([ONE, 0]);
});

test("room is kept free by letting others go, and refused where there is none", () => {
  const shelf = new IndexCache(2 * ONE);
  shelf.put(residentOf("a"));
  shelf.put(residentOf("b"));
  expect(shelf.reserve(3 * ONE)).toBe(false);
  expect(namesOn(shelf)).toEqual(["a", "b"]);
  expect(shelf.reserve(ONE)).toBe(true);
  expect(namesOn(shelf)).toEqual(["b"]);
  shelf.acquire(keyOf("b"));
  expect(shelf.reserve(ONE)).toBe(false);
  expect(shelf.reserve(-ONE)).toBe(true);
});

test("the last index lets lists go before it goes itself", () => {
  const shelf = new IndexCache(ONE + 2_000);
  const a = residentOf("a");
  shelf.put(a);
  shelf.acquire(keyOf("a"));
  const list = new PostingList(1_000);
  for (let ordinal = 0; ordinal < 1_000; ordinal += 1) list.append(ordinal, 1);
  a.postings.keep("word", list);
  shelf.release(a);
  expect([a.postings.size, namesOn(shelf)]).toEqual([0, ["a"]]);
  expect(shelf.bytes).toBe(a.bytes);
});

test("an index that nearly fills the limit does without signs", async () => {
  const roomy = new IndexCache(20 * ONE);
  const tight = new IndexCache(4 * ONE);
  const query = new Float32Array(64).fill(1 / 8);
  const search = { query, count: 1, pause: () => undefined };
  const found: number[] = [];
  for (const cache of [roomy, tight]) {
    const matrix = new CodeMatrix(arena, 64, 1);
    // Three blocks of codes, and two of signs.
    for (const ordinal of [0, 4_000, 8_000]) matrix.set(ordinal, query);
    const matrices = new Map([[1, matrix]]);
    const large = new ResidentIndex({
      range: range("a"),
      change: 0,
      table: new RecordTable(),
      spaces: [{ id: 1, dimensions: 64 }],
      matrices,
    });
    cache.put(large);
    cache.acquire(keyOf("a"));
    await nearestCandidates(matrix, search);
    cache.release(large);
    found.push(matrix.signsBytes);
    await nearestCandidates(matrix, search);
    found.push(matrix.signsBytes, large.codesBytes);
    expect(namesOn(cache)).toEqual(["a"]);
  }
  expect(found).toEqual([2, 2, 5, 0, 0, 3].map((blocks) => blocks * BLOCK_BYTES));
});
