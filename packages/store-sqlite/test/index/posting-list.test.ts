import { expect, test } from "vitest";

import { MANY_TIMES, PostingList } from "../../src/index/postings.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();
const FREQUENCIES = [1, 1, 1, 2, 3, 254, 255, 256, 70_000];

/** Returns the postings that loops over the columns see. */
function postings(list: PostingList): (readonly [number, number])[] {
  const seen: (readonly [number, number])[] = [];
  for (let place = 0; place < list.positions; place += 1) {
    const ordinal = list.ordinals[place] ?? -1;
    const frequency = list.frequencies[place] ?? 0;
    if (frequency === 0) continue;
    seen.push([ordinal, frequency === MANY_TIMES ? list.frequencyOf(ordinal) : frequency]);
  }
  return seen;
}

test(`after any changes it has each posting once, in the order of ordinals (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (const ordinals of [20, 400]) {
    const list = new PostingList(random.pick([0, 30]));
    const expected = new Map<number, number>();
    for (let step = 0; step < 20_000; step += 1) {
      const ordinal = random.below(ordinals);
      const frequency = random.pick(FREQUENCIES);
      // Times of growth and times of shrinking.
      if (random.chance(Math.floor(step / 1_000) % 2 === 0 ? 0.2 : 0.8)) {
        list.delete(ordinal);
        expected.delete(ordinal);
      } else {
        if (random.chance(0.5)) list.set(ordinal, frequency);
        else list.append(ordinal, frequency);
        expected.set(ordinal, frequency);
      }
      if (step % 20 > 0) continue;
      expect(postings(list)).toEqual([...expected].toSorted(([a], [b]) => a - b));
      expect(list.length).toBe(expected.size);
      const most = Math.min(Math.max(0, ...expected.values()), MANY_TIMES);
      expect(list.most).toBeGreaterThanOrEqual(most);
      expect(list.positions).toBeLessThanOrEqual(list.length + 17 + list.positions / 8);
      const other = random.below(ordinals + 2);
      expect(list.frequencyOf(other)).toBe(expected.get(other) ?? 0);
      const from = random.below(list.positions + 1);
      const first = list.ordinals.subarray(from, list.positions).findIndex((one) => one >= other);
      const expectedPosition = first === -1 ? list.positions : from + first;
      expect(list.positionFrom(from, other)).toBe(expectedPosition);
    }
  }
});

test("a posting takes little more than five bytes, and lists that shrink give memory back", () => {
  const list = new PostingList();
  for (let ordinal = 0; ordinal < 100_000; ordinal += 1)
    list.append(ordinal * 3, 1 + (ordinal % 5));
  expect(list.bytes / 100_000).toBeLessThan(5.4);
  for (let ordinal = 0; ordinal < 99_000; ordinal += 1) list.delete(ordinal * 3);
  expect(list.bytes).toBeLessThan(20_000);
  expect(list.length).toBe(1_000);
});
