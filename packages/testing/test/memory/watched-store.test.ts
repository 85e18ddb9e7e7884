import { inMemoryStore } from "@kioku/core";
import { expect, test } from "vitest";

import { watchedStore } from "../../src/memory/watched-store.js";

test("calls of a store and of its queue are under way until they are answered", async () => {
  const { store, underWay } = watchedStore(inMemoryStore());
  await store.open();
  expect(underWay()).toBe(0);
  const { queue } = store;
  if (!queue) throw new Error("it has a queue");
  const calls = [store.spaces(), queue.stats(new Date(0)), queue.revive(new Date(0))];
  expect(underWay()).toBe(3);
  expect(await Promise.all(calls)).toEqual([[], { ready: 0, leased: 0, delayed: 0, dead: 0 }, 0]);
  expect(underWay()).toBe(0);
});
