import { expect, test } from "vitest";

import { CHUNK, RowStore } from "../../../src/app/pages/memories/row-store.js";
import { placeOfKey } from "../../../src/app/parts/place-of-key.js";
import { scopeTree, seenNodes } from "../../../src/app/parts/scope-nodes.js";
import type { MemoryRow, RowsAnswer } from "../../../src/wire/memories.js";

test("keys move within the list", () => {
  const at = { active: 50, total: 100, page: 20 };
  const places = ["j", "k", "ArrowDown", "PageUp", "PageDown", "Home", "End", "x"];
  expect(places.map((key) => placeOfKey(key, at))).toEqual([51, 49, 51, 30, 70, 0, 99, undefined]);
  expect(placeOfKey("ArrowDown", { ...at, active: 99 })).toBe(99);
  expect(placeOfKey("ArrowUp", { ...at, active: 0 })).toBe(0);
  expect(placeOfKey("End", { active: 0, total: 0, page: 1 })).toBeUndefined();
});

test("scopes make a tree, those between included", () => {
  const tree = scopeTree([[], ["team", "Rui"], ["recipes"], ["team", "Ana"]]);
  const names = (isOpen: () => boolean): readonly string[] =>
    seenNodes(tree, isOpen).map(({ scope }) => scope.join("/"));
  expect(names(() => true)).toEqual(["", "recipes", "team", "team/Ana", "team/Rui"]);
  expect(names(() => false)).toEqual([""]);
});

function answer(start: number, total: number, rest: Partial<RowsAnswer> = {}): RowsAnswer {
  const length = Math.min(CHUNK, Math.max(total - start, 0));
  const rows = Array.from({ length }, (_, index) => ({ id: String(start + index) }) as MemoryRow);
  return { rows, total, isComplete: true, edition: 0, kinds: [], ...rest };
}

test("only rows that are looked at are loaded, and any place can be", async () => {
  const asked: number[] = [];
  const store = new RowStore({
    read: async (start) => {
      asked.push(start);
      return answer(start, 100_000);
    },
    onChange: () => undefined,
    wait: () => undefined,
  });
  store.start();
  await Promise.resolve();
  await Promise.resolve();
  expect(store.total).toBe(100_000);
  store.look(99_980, 100_000);
  expect(store.rowAt(99_990)).toBeUndefined();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(store.rowAt(99_990)?.id).toBe("99990");
  expect(asked.every((start) => start <= CHUNK || start >= 99_600)).toBe(true);
});

test("rows are loaded again once they have moved", async () => {
  const state = { edition: 0, isComplete: false, tasks: [] as (() => void)[] };
  const store = new RowStore({
    read: async (start, limit) => {
      const { edition, isComplete } = state;
      const rows = limit === 0 ? { rows: [] } : {};
      return { ...answer(start, 10), edition, isComplete, ...rows };
    },
    onChange: () => undefined,
    wait: (task) => state.tasks.push(task),
  });
  store.start();
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(store.isComplete).toBe(false);
  Object.assign(state, { edition: 1, isComplete: true });
  state.tasks.pop()?.();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(store.isComplete).toBe(true);
  expect(store.rowAt(9)?.id).toBe("9");
  expect(state.tasks).toEqual([]);
});

test("a failure is kept until it is tried again", async () => {
  const state = { fails: true };
  const store = new RowStore({
    read: async (start) => {
      if (state.fails) throw new Error("gone");
      return answer(start, 3);
    },
    onChange: () => undefined,
    wait: () => undefined,
  });
  store.start();
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  expect(store.error).toBeInstanceOf(Error);
  state.fails = false;
  store.start();
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  expect([store.error, store.total]).toEqual([undefined, 3]);
});
