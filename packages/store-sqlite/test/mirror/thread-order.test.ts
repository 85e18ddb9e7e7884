import { compareText } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import type { ThreadEntry } from "../../src/mirror/roster-entry.js";
import { ThreadOrder } from "../../src/mirror/thread-order.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();
const all = { count: Number.POSITIVE_INFINITY, where: (): boolean => true };

interface Placed extends ThreadEntry {
  readonly slot: number;
}

/** Ids that are not in the order of slots. */
function idOf(slot: number): string {
  return String((slot * 7) % 10) + String(slot);
}

function compareIds(a: number, b: number): number {
  return compareText(idOf(a), idOf(b));
}

function inOrder(entries: Iterable<Placed>, of: Placed): Placed[] {
  return [...entries]
    .filter(({ thread, scope }) => thread !== null && thread === of.thread && scope === of.scope)
    .toSorted((a, b) => a.happenedAt - b.happenedAt || compareIds(a.slot, b.slot));
}

/** Threads that are few and long, and many and short. */
test.each([
  { slots: 100, threads: 2, steps: 30_000 },
  { slots: 600, threads: 150, steps: 20_000 },
  { slots: 2_500, threads: 1, steps: 15_000 },
])(
  `after any changes each thread is in the order of time and id: %o (seed ${seed})`,
  ({ slots, threads, steps }) => {
    const random = seededRandom(seed);
    const order = new ThreadOrder(compareIds);
    const expected = new Map<number, Placed>();
    for (let step = 0; step < steps; step += 1) {
      const slot = random.below(slots);
      if (random.chance(0.35)) {
        order.delete(slot);
        expected.delete(slot);
      } else {
        const thread = random.chance(0.1) ? null : `t/${random.below(threads)}`;
        const entry = { thread, scope: random.pick([1, 2]), happenedAt: random.below(10) - 5 };
        order.set(slot, entry);
        expected.set(slot, { slot, ...entry });
      }
      const of = expected.get(random.below(slots));
      if (!of || step % Math.ceil(slots / 20) > 0) continue;
      const ordered = inOrder(expected.values(), of).map((one) => one.slot);
      const at = ordered.indexOf(of.slot);
      const [count, where] = [1 + random.below(4), (other: number) => other % 3 > 0];
      const after = at === -1 ? [] : ordered.slice(at + 1).filter((other) => where(other));
      const before = at === -1 ? [] : ordered.slice(0, at).filter((other) => where(other));
      expect(order.beside(of.slot, 1, { count, where })).toEqual(after.slice(0, count));
      const nearest = before.toReversed().slice(0, count);
      expect(order.beside(of.slot, -1, { count, where })).toEqual(nearest);
      expect(order.threadAt(of.slot)).toBe(of.thread);
    }
  },
);

test("threads of one name in two scopes are two threads", () => {
  const order = new ThreadOrder(compareIds);
  for (const slot of [0, 1, 2, 3]) {
    order.set(slot, { scope: slot % 2, thread: "x", happenedAt: slot });
  }
  order.set(4, { scope: 11, thread: "", happenedAt: 0 });
  order.set(5, { scope: 1, thread: "1", happenedAt: 0 });
  expect(order.beside(0, 1, all)).toEqual([2]);
  expect(order.beside(3, -1, all)).toEqual([1]);
  expect([order.beside(4, 1, all), order.beside(5, 1, all)]).toEqual([[], []]);
});

test("one id that is there twice for a while can be taken out at either place", () => {
  const order = new ThreadOrder(() => 0);
  const entry = { scope: 1, thread: "x", happenedAt: 5 };
  for (const slot of [3, 1, 2]) order.set(slot, entry);
  order.delete(2);
  expect(order.beside(1, 1, all)).toEqual([3]);
  order.delete(1);
  expect([order.beside(3, 1, all), order.beside(3, -1, all)]).toEqual([[], []]);
});

test("so it is in a long thread", () => {
  const order = new ThreadOrder(() => 0);
  const slots = Array.from({ length: 400 }, (_, slot) => slot);
  for (const slot of slots) order.set(slot, { scope: 1, thread: "x", happenedAt: 5 });
  for (const slot of slots.slice(1, 100)) order.delete(slot);
  expect(order.beside(0, 1, all)).toEqual(slots.slice(100));
  expect(order.beside(150, -1, { count: 2, where: () => true })).toEqual([149, 148]);
});

test("threads that grow side by side take at most 16 bytes a record", () => {
  const order = new ThreadOrder(compareIds);
  for (let slot = 0; slot < 30_000; slot += 1) {
    order.set(slot, { scope: 1, thread: `t ${slot % 200}`, happenedAt: slot });
  }
  expect(order.bytes / 30_000).toBeLessThan(16);
});

test("records without a thread take nothing, and threads that end give their memory back", () => {
  const order = new ThreadOrder(compareIds);
  const empty = order.bytes;
  for (let slot = 0; slot < 1_000; slot += 1) {
    order.set(slot, { scope: 1, thread: null, happenedAt: slot });
  }
  expect(order.bytes).toBe(empty);
  const sizes = [0, 1, 2, 3].map((round) => {
    for (let slot = 0; slot < 1_000; slot += 1) {
      order.set(slot, { scope: 1, thread: `${round} ${slot % 50}`, happenedAt: slot });
    }
    const full = order.bytes;
    for (let slot = 0; slot < 1_000; slot += 1) order.delete(slot);
    return full;
  });
  expect(Math.max(...sizes)).toBeLessThan((sizes[0] ?? 0) * 1.1);
});
