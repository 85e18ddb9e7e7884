import * as fc from "fast-check";
import { expect, test } from "vitest";

import { threadSupport } from "../../src/ranking/thread-support.js";
import type { ThreadItem } from "../../src/ranking/thread-support.js";

const WEIGHTS = { neighbourWeight: 0.5, threadWeight: 0.4 };

interface Link extends ThreadItem {
  previous?: Link;
  next?: Link;
}

/** Turns of one thread, in order. */
function threadOf(relevances: readonly number[], thread = "t"): readonly ThreadItem[] {
  const links = relevances.map((relevance): Link => ({ relevance, thread }));
  for (const [index, link] of links.entries()) {
    const previous = links[index - 1];
    if (!previous) continue;
    link.previous = previous;
    previous.next = link;
  }
  return links;
}

function totals(items: readonly ThreadItem[], weights = WEIGHTS): readonly number[] {
  return threadSupport(items, weights).map(
    ({ neighbours, thread }, index) => (items[index]?.relevance ?? 0) + neighbours + thread,
  );
}

test("what comes before counts more than what comes after, and the near more than the far", () => {
  const onlyNeighbours = { neighbourWeight: 0.5, threadWeight: 0 };
  const expected = [0, 0.2, 0.4, 1, 0.5, 0.25, 0];
  for (const [place, total] of totals(threadOf([0, 0, 0, 1, 0, 0, 0]), onlyNeighbours).entries()) {
    expect(total).toBeCloseTo(expected[place] ?? -1, 12);
  }
});

test("the best neighbour counts, and they do not add up", () => {
  const weights = { neighbourWeight: 0.5, threadWeight: 0 };
  expect(totals(threadOf([1, 0, 1]), weights)[1]).toBe(0.5);
});

test("the best of the thread supports all of it, however far", () => {
  const weights = { neighbourWeight: 0, threadWeight: 0.4 };
  expect(totals(threadOf([1, 0, 0, 0, 0, 0, 0]), weights).at(-1)).toBe(0.4);
  expect(totals([...threadOf([1]), ...threadOf([0, 0], "u")], weights).slice(1)).toEqual([0, 0]);
});

test("what has no thread is treated like a thread of one", () => {
  for (const relevance of [0, 0.3, 1]) {
    expect(totals([{ relevance }])).toEqual(totals(threadOf([relevance])));
  }
});

test("weights of 0 switch support off", () => {
  const support = threadSupport(threadOf([0.2, 0.9]), { neighbourWeight: 0, threadWeight: 0 });
  expect(support).toEqual([
    { neighbours: 0, thread: 0 },
    { neighbours: 0, thread: 0 },
  ]);
});

function share(): fc.Arbitrary<number> {
  return fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1));
}

function anyRelevances() {
  return fc.array(share(), { minLength: 1, maxLength: 12 });
}

function anyWeights() {
  return fc.record({ neighbourWeight: share(), threadWeight: share() });
}

test("support never lowers a relevance and never lifts it above 1", () => {
  fc.assert(
    fc.property(anyRelevances(), anyWeights(), (given, weight) => {
      for (const [index, total] of totals(threadOf(given), weight).entries()) {
        expect(total).toBeGreaterThanOrEqual(given[index] ?? 0);
        expect(total).toBeLessThanOrEqual(1 + 1e-12);
      }
    }),
  );
});

test("who is worth more by itself is worth more with support, and lowers nobody", () => {
  fc.assert(
    fc.property(
      anyRelevances(),
      anyWeights(),
      fc.tuple(fc.nat(), share()),
      (given, weight, change) => {
        const [at, added] = change;
        const index = at % given.length;
        const richer = given.with(index, Math.min((given[index] ?? 0) + added, 1));
        const before = totals(threadOf(given), weight);
        for (const [place, total] of totals(threadOf(richer), weight).entries()) {
          expect(total).toBeGreaterThanOrEqual((before[place] ?? 0) - 1e-12);
        }
      },
    ),
  );
});

test("the order of the items is irrelevant", () => {
  fc.assert(
    fc.property(anyRelevances(), anyRelevances(), anyWeights(), (one, two, weight) => {
      const items = [...threadOf(one), ...threadOf(two, "u"), { relevance: 0.5 }];
      const forward = threadSupport(items, weight);
      expect(threadSupport(items.toReversed(), weight).toReversed()).toEqual(forward);
    }),
  );
});
