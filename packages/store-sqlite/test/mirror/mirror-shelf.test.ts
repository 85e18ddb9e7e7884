import { rangeKey } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { CodeArena } from "../../src/codes/code-arena.js";
import { CodeMatrix } from "../../src/codes/code-matrix.js";
import { javascriptCodeKernel } from "../../src/codes/javascript-code-kernel.js";
import { AreaMirror } from "../../src/mirror/area-mirror.js";
import { MirrorShelf } from "../../src/mirror/mirror-shelf.js";
import { PostingList } from "../../src/mirror/posting-list.js";
import { Roster } from "../../src/mirror/roster.js";

const arena = new CodeArena(javascriptCodeKernel(), 2 ** 28);
const area = (name: string) => ({ path: `/${name}`, below: false });
const keyOf = (name: string): string => rangeKey(area(name));

/** A mirror of a block of codes, which is nearly all that it takes. */
function mirrorOf(name: string): AreaMirror {
  const matrix = new CodeMatrix(arena, 64);
  matrix.set(0, new Float32Array(64).fill(1 / 8));
  const spaces = [{ id: 1, dimensions: 64 }];
  const matrices = new Map([[1, matrix]]);
  return new AreaMirror({ area: area(name), change: 0, roster: new Roster(), spaces, matrices });
}

const ONE = mirrorOf("measure").bytes;

/** The names of those that are there. */
function namesOn(shelf: MirrorShelf): string[] {
  return [...shelf.mirrors].map((mirror) => mirror.area.path.slice(1));
}

test("the least recently used mirror leaves first, and gives its memory back", () => {
  const shelf = new MirrorShelf(3 * ONE);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => mirrorOf(name));
  if (!a || !b || !c || !d) throw new Error("four mirrors");
  for (const mirror of [a, b, c]) shelf.put(mirror);
  expect(shelf.take(keyOf("a"))).toBe(a);
  shelf.giveBack(a);
  shelf.put(d);
  expect(namesOn(shelf)).toEqual(["c", "a", "d"]);
  expect(shelf.bytes).toBe(3 * ONE);
  expect([b.codesBytes, a.codesBytes > 0]).toEqual([0, true]);
});

test("what is in use stays, even removed, until it is given back", () => {
  const shelf = new MirrorShelf(ONE);
  const [a, b] = [mirrorOf("a"), mirrorOf("b")];
  shelf.put(a);
  shelf.take(keyOf("a"));
  shelf.put(b);
  expect(namesOn(shelf)).toContain("a");
  shelf.remove(a);
  expect(shelf.take(keyOf("a"))).toBeUndefined();
  expect(a.codesBytes).toBeGreaterThan(0);
  shelf.giveBack(a);
  expect(a.codesBytes).toBe(0);
});

test("a mirror that takes the place of another of its area leaves nothing behind", () => {
  const shelf = new MirrorShelf(10 * ONE);
  const [before, after] = [mirrorOf("a"), mirrorOf("a")];
  shelf.put(before);
  shelf.put(after);
  expect(shelf.take(keyOf("a"))).toBe(after);
  expect([shelf.bytes, before.codesBytes]).toEqual([ONE, 0]);
});

test("room is kept free by letting others go, and refused where there is none", () => {
  const shelf = new MirrorShelf(2 * ONE);
  shelf.put(mirrorOf("a"));
  shelf.put(mirrorOf("b"));
  expect(shelf.reserve(3 * ONE)).toBe(false);
  expect(namesOn(shelf)).toEqual(["a", "b"]);
  expect(shelf.reserve(ONE)).toBe(true);
  expect(namesOn(shelf)).toEqual(["b"]);
  shelf.take(keyOf("b"));
  expect(shelf.reserve(ONE)).toBe(false);
  expect(shelf.reserve(-ONE)).toBe(true);
});

test("the last mirror lets lists go before it goes itself", () => {
  const shelf = new MirrorShelf(ONE + 2_000);
  const a = mirrorOf("a");
  shelf.put(a);
  shelf.take(keyOf("a"));
  const list = new PostingList(1_000);
  for (let slot = 0; slot < 1_000; slot += 1) list.append(slot, 1);
  a.postings.keep("word", list);
  shelf.giveBack(a);
  expect([a.postings.size, namesOn(shelf)]).toEqual([0, ["a"]]);
  expect(shelf.bytes).toBe(a.bytes);
});
