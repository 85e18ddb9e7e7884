import { compareText } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { ThreadOrder } from "../../src/index/thread-order.js";
import type { ThreadEntry } from "../../src/index/thread-order.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();

interface Placed extends ThreadEntry {
  readonly ordinal: number;
}

/** Returns what `around` visits. */
function around(
  order: ThreadOrder,
  ordinal: number,
  query: Parameters<ThreadOrder["around"]>[1] = { count: Number.POSITIVE_INFINITY },
): (readonly number[])[] {
  const visited: (readonly number[])[] = [];
  order.around(ordinal, query, (...places) => visited.push(places));
  return visited;
}

/** Ids that are not in the order of ordinals. */
function idOf(ordinal: number): string {
  return String((ordinal * 7) % 10) + String(ordinal);
}

function compareIds(a: number, b: number): number {
  return compareText(idOf(a), idOf(b));
}

function inOrder(entries: Iterable<Placed>, of: Placed): Placed[] {
  return [...entries]
    .filter(({ thread, scope }) => thread !== null && thread === of.thread && scope === of.scope)
    .toSorted((a, b) => a.happenedAt - b.happenedAt || compareIds(a.ordinal, b.ordinal));
}

/** Threads that are few and long, and many and short. */
test.each([
  { ordinals: 100, threads: 2, steps: 30_000 },
  { ordinals: 600, threads: 150, steps: 20_000 },
  { ordinals: 2_500, threads: 1, steps: 15_000 },
])(
  `after any changes each thread is in the order of time and id: %o (seed ${seed})`,
  ({ ordinals, threads, steps }) => {
    const random = seededRandom(seed);
    const order = new ThreadOrder(compareIds);
    const expected = new Map<number, Placed>();
    for (let step = 0; step < steps; step += 1) {
      const ordinal = random.below(ordinals);
      if (random.chance(0.35)) {
        order.delete(ordinal);
        expected.delete(ordinal);
      } else {
        const thread = random.chance(0.1) ? null : `t/${random.below(threads)}`;
        const entry = { thread, scope: random.pick([1, 2]), happenedAt: random.below(10) - 5 };
        order.set(ordinal, entry);
        expected.set(ordinal, { ordinal, ...entry });
      }
      const of = expected.get(random.below(ordinals));
      if (!of || step % Math.ceil(ordinals / 20) > 0) continue;
      const ordered = inOrder(expected.values(), of).map((one) => one.ordinal);
      const at = ordered.indexOf(of.ordinal);
      const [count, where] = [1 + random.below(4), (other: number) => other % 3 > 0];
      const after = at === -1 ? [] : ordered.slice(at + 1).filter((other) => where(other));
      const before = at === -1 ? [] : ordered.slice(0, at).filter((other) => where(other));
      const whole = [-1, ...before, of.ordinal, ...after];
      const first = Math.max(before.length - count, 0);
      const places = whole.slice(1).map((own, index) => [own, whole[index]]);
      const expectedPlaces = places.slice(first, before.length + 1 + count);
      expect(around(order, of.ordinal, { count, where })).toEqual(at === -1 ? [] : expectedPlaces);
      expect(order.threadAt(of.ordinal)).toBe(of.thread);
    }
  },
);

test("threads of one name in two scopes are two threads", () => {
  const order = new ThreadOrder(compareIds);
  for (const ordinal of [0, 1, 2, 3]) {
    order.set(ordinal, { scope: ordinal % 2, thread: "x", happenedAt: ordinal });
  }
  order.set(4, { scope: 11, thread: "", happenedAt: 0 });
  order.set(5, { scope: 1, thread: "1", happenedAt: 0 });
  expect(around(order, 0)).toEqual([
    [0, -1],
    [2, 0],
  ]);
  expect(around(order, 3)).toEqual([
    [1, -1],
    [3, 1],
  ]);
  expect([around(order, 4), around(order, 5)]).toEqual([[[4, -1]], [[5, -1]]]);
});

test("one id that is there twice for a while can be taken out at either place", () => {
  const order = new ThreadOrder(() => 0);
  const entry = { scope: 1, thread: "x", happenedAt: 5 };
  for (const ordinal of [3, 1, 2]) order.set(ordinal, entry);
  order.delete(2);
  expect(around(order, 1)).toEqual([
    [1, -1],
    [3, 1],
  ]);
  order.delete(1);
  expect(around(order, 3)).toEqual([[3, -1]]);
});

test("so it is in a long thread", () => {
  const order = new ThreadOrder(() => 0);
  const ordinals = Array.from({ length: 400 }, (_, ordinal) => ordinal);
  for (const ordinal of ordinals) order.set(ordinal, { scope: 1, thread: "x", happenedAt: 5 });
  for (const ordinal of ordinals.slice(1, 100)) order.delete(ordinal);
  expect(around(order, 0).map(([ordinal]) => ordinal)).toEqual([0, ...ordinals.slice(100)]);
  expect(around(order, 150, { count: 2 }).map(([ordinal]) => ordinal)).toEqual([
    148, 149, 150, 151, 152,
  ]);
});

test("threads that grow side by side take at most 16 bytes a record", () => {
  const order = new ThreadOrder(compareIds);
  for (let ordinal = 0; ordinal < 30_000; ordinal += 1) {
    order.set(ordinal, { scope: 1, thread: `t ${ordinal % 200}`, happenedAt: ordinal });
  }
  expect(order.bytes / 30_000).toBeLessThan(16);
});

test("records without a thread take nothing, and threads that end give their memory back", () => {
  const order = new ThreadOrder(compareIds);
  const empty = order.bytes;
  for (let ordinal = 0; ordinal < 1_000; ordinal += 1) {
    order.set(ordinal, { scope: 1, thread: null, happenedAt: ordinal });
  }
  expect(order.bytes).toBe(empty);
  const sizes = [0, 1, 2, 3].map((round) => {
    for (let ordinal = 0; ordinal < 1_000; ordinal += 1) {
      order.set(ordinal, { scope: 1, thread: `${round} ${ordinal % 50}`, happenedAt: ordinal });
    }
    const full = order.bytes;
    for (let ordinal = 0; ordinal < 1_000; ordinal += 1) order.delete(ordinal);
    return full;
  });
  expect(Math.max(...sizes)).toBeLessThan((sizes[0] ?? 0) * 1.1);
});
