import { expect, test } from "vitest";

import { PostingCache } from "../../src/index/posting-cache.js";
import { PostingList } from "../../src/index/postings.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";

const seed = testSeed();
const TERMS = ["a", "b", "c", "d", "e", "f"];

function listOf(ordinals: number, frequency = 1): PostingList {
  const list = new PostingList(ordinals);
  for (let ordinal = 0; ordinal < ordinals; ordinal += 1) list.append(ordinal, frequency);
  return list;
}

/** The list of a term, as if it were read now. */
function read(term: string, records: readonly (readonly string[])[]): PostingList {
  const list = new PostingList();
  for (const [ordinal, terms] of records.entries()) {
    const frequency = terms.filter((one) => one === term).length;
    if (frequency > 0) list.append(ordinal, frequency);
  }
  return list;
}

function contents(list: PostingList, ordinals: number): number[] {
  return [
    list.length,
    ...Array.from({ length: ordinals }, (_, ordinal) => list.frequencyOf(ordinal)),
  ];
}

function randomTerms(random: Random): string[] {
  return Array.from({ length: random.below(8) }, () => random.pick(TERMS));
}

test(`lists stay what a new reading would give, and their size is known (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const cache = new PostingCache();
  const records: string[][] = [];
  for (let step = 0; step < 10_000; step += 1) {
    if (random.chance(0.02)) {
      records.push(randomTerms(random));
      cache.append(records.length - 1, records.at(-1) ?? []);
    } else {
      const ordinal = random.below(Math.max(records.length, 1));
      records[ordinal] = random.chance(0.3) ? [] : randomTerms(random);
      // Gone, or without a term.
      const isGone = records[ordinal].length === 0 && random.chance(0.5);
      cache.replace(ordinal, isGone ? undefined : records[ordinal]);
    }
    const term = random.pick(TERMS);
    const list = cache.get(term);
    if (!list || random.chance(0.01)) cache.keep(term, read(term, records));
    else if (random.chance(0.5)) cache.drop(random.chance(0.01) ? term : "other");
    if (!list || step % 5 > 0) continue;
    const ordinals = records.length;
    expect(contents(list, ordinals)).toEqual(contents(read(term, records), ordinals));
  }
  const kept = TERMS.map((term) => cache.get(term)?.bytes ?? 0);
  const total = kept.reduce((sum, bytes) => sum + bytes, 0);
  expect(cache.bytes).toBeGreaterThan(total);
  expect(cache.bytes).toBeLessThan(total + TERMS.length * 100);
  cache.clear();
  expect([cache.bytes, cache.size]).toEqual([0, 0]);
});

test("the least recently used lists make room, and no more than needed", () => {
  const cache = new PostingCache();
  for (const term of ["a", "b", "c", "d"]) cache.keep(term, listOf(1_000));
  const one = cache.bytes / 4;
  cache.get("a");
  expect(cache.makeRoom(one + 1)).toBe(2 * one);
  expect(cache.bytes).toBe(2 * one);
  expect(["a", "b", "c", "d"].filter((term) => cache.get(term))).toEqual(["a", "d"]);
  expect(cache.makeRoom(0)).toBe(0);
  expect(cache.makeRoom(10 * one)).toBe(2 * one);
  expect([cache.size, cache.bytes]).toEqual([0, 0]);
});

test("to change a record is no use of a list", () => {
  const cache = new PostingCache();
  cache.keep("a", listOf(10));
  cache.keep("b", listOf(10));
  cache.replace(3, ["a", "a"]);
  cache.append(10, ["a"]);
  cache.makeRoom(1);
  expect([cache.get("a"), cache.get("b")?.frequencyOf(3)]).toEqual([undefined, 0]);
});
