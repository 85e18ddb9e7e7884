import { expect, test } from "vitest";

import { MANY_TIMES, PostingList } from "../../src/mirror/posting-list.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();
const FREQUENCIES = [1, 1, 1, 2, 3, 254, 255, 256, 70_000];

/** What loops over the columns get to see. */
function postings(list: PostingList): (readonly [number, number])[] {
  const seen: (readonly [number, number])[] = [];
  for (let place = 0; place < list.places; place += 1) {
    const slot = list.slots[place] ?? -1;
    const frequency = list.frequencies[place] ?? 0;
    if (frequency === 0) continue;
    seen.push([slot, frequency === MANY_TIMES ? list.frequencyOf(slot) : frequency]);
  }
  return seen;
}

test(`after any changes it has each posting once, in the order of slots (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (const slots of [20, 400]) {
    const list = new PostingList(random.pick([0, 30]));
    const expected = new Map<number, number>();
    for (let step = 0; step < 20_000; step += 1) {
      const slot = random.below(slots);
      const frequency = random.pick(FREQUENCIES);
      // Times of growth and times of shrinking.
      if (random.chance(Math.floor(step / 1_000) % 2 === 0 ? 0.2 : 0.8)) {
        list.delete(slot);
        expected.delete(slot);
      } else {
        if (random.chance(0.5)) list.set(slot, frequency);
        else list.append(slot, frequency);
        expected.set(slot, frequency);
      }
      if (step % 20 > 0) continue;
      expect(postings(list)).toEqual([...expected].toSorted(([a], [b]) => a - b));
      expect(list.length).toBe(expected.size);
      expect(list.hasMany).toBe([...expected.values()].some((value) => value >= MANY_TIMES));
      expect(list.places).toBeLessThanOrEqual(list.length + 17 + list.places / 8);
      const other = random.below(slots + 2);
      expect(list.frequencyOf(other)).toBe(expected.get(other) ?? 0);
    }
  }
});

test("a posting takes little more than five bytes, and lists that shrink give memory back", () => {
  const list = new PostingList();
  for (let slot = 0; slot < 100_000; slot += 1) list.append(slot * 3, 1 + (slot % 5));
  expect(list.bytes / 100_000).toBeLessThan(5.4);
  for (let slot = 0; slot < 99_000; slot += 1) list.delete(slot * 3);
  expect(list.bytes).toBeLessThan(20_000);
  expect(list.length).toBe(1_000);
});
