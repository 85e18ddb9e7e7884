import { expect, test } from "vitest";

import { sampleSpontaneous, seededRandom } from "../../src/ranking/spontaneous.js";

const WEIGHTS = [1, 2, 0.5, 4, 2.5];
const DRAWS = 100_000;

/** Distance of counts from the expected ones, in units of chance. */
function chiSquared(counts: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>) {
  let sum = 0;
  for (const [name, share] of expected) {
    sum += ((counts.get(name) ?? 0) - share * DRAWS) ** 2 / (share * DRAWS);
  }
  return sum;
}

function countDraws(count: number, temperature: number): Map<string, number> {
  const random = seededRandom(`${count} at ${temperature}`);
  const counts = new Map<string, number>();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const name = sampleSpontaneous(WEIGHTS, { count, temperature, random }).join(",");
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The probabilities that the documentation states, of one draw or of two without putting back. */
function stated(count: number, temperature: number): Map<string, number> {
  const powers = WEIGHTS.map((weight) => weight ** (1 / temperature));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const shares = new Map<string, number>();
  for (const [first, power] of powers.entries()) {
    if (count === 1) shares.set(String(first), power / total);
    for (const [second, other] of powers.entries()) {
      if (count === 2 && second !== first)
        shares.set(`${first},${second}`, (power / total) * (other / (total - power)));
    }
  }
  return shares;
}

// 0.1 % of correct samplers would exceed these, by the chi-squared distribution with 4 and 19
// degrees of freedom.
test.each([
  [1, 1, 18.467],
  [1, 0.5, 18.467],
  [1, 3, 18.467],
  [2, 1, 43.82],
  [2, 0.5, 43.82],
])("100,000 draws of %d at temperature %d are as often as stated", (count, temperature, most) => {
  const expected = stated(count, temperature);
  const counts = countDraws(count, temperature);
  expect([...counts.keys()].filter((name) => !expected.has(name))).toEqual([]);
  expect(chiSquared(counts, expected)).toBeLessThan(most);
});

test("the test would notice a sampler that takes no notice of weights", () => {
  const even = new Map(WEIGHTS.map((_, index) => [String(index), DRAWS / WEIGHTS.length]));
  expect(chiSquared(even, stated(1, 1))).toBeGreaterThan(18.467);
});

function noChance(): number {
  throw new Error("asked for chance");
}

function manyNumbers(seed: string): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: 1_000 }, () => random());
}

test("at temperature 0 the heaviest come first, equal ones in their order, without any chance", () => {
  const coldest = { count: 9, temperature: 0, random: noChance };
  expect(sampleSpontaneous(WEIGHTS, coldest)).toEqual([3, 4, 1, 0, 2]);
  expect(sampleSpontaneous([1, 1, 2, 1], coldest)).toEqual([2, 0, 1, 3]);
});

test("nothing is drawn twice, and never more than there is", () => {
  const random = seededRandom("all");
  for (let draw = 0; draw < 1_000; draw += 1) {
    const drawn = sampleSpontaneous(WEIGHTS, { count: 9, temperature: 1, random });
    expect(drawn.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  }
  expect(sampleSpontaneous([], { count: 3, temperature: 1, random })).toEqual([]);
});

test.each([0, 1 - 2 ** -53])("a random number of %d is as good as any other", (value) => {
  const drawn = sampleSpontaneous([1, 2, 3], { count: 3, temperature: 1, random: () => value });
  expect(drawn).toEqual([2, 1, 0]);
});

test("a seed decides every number, and another seed gives others", () => {
  expect(manyNumbers("a")).toEqual(manyNumbers("a"));
  const shared = manyNumbers("a").filter((one) => manyNumbers("b").includes(one));
  expect(shared).toEqual([]);
  expect(manyNumbers("a").every((one) => one >= 0 && one < 1)).toBe(true);
});
