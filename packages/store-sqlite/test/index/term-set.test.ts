import { expect, test } from "vitest";

import { PostingCache } from "../../src/index/posting-cache.js";
import { PostingList } from "../../src/index/postings.js";
import { TermSet } from "../../src/index/term-set.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";

const seed = testSeed();
const LETTERS = ["a", "b", "é", "茶", "𝔸", "1", "-"];

function randomTerm(random: Random): string {
  return Array.from({ length: 1 + random.below(9) }, () => random.pick(LETTERS)).join("");
}

test(`it has every term that was added, and few others (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const set = new TermSet();
  const terms = Array.from({ length: 20_000 }, () => randomTerm(random));
  for (const term of terms) set.add(term);
  expect(terms.filter((term) => !set.has(term))).toEqual([]);
  const others = terms.map((term) => `${term}x`).filter((term) => set.has(term));
  expect(others.length).toBeLessThan(10);
  expect(set.bytes / new Set(terms).size).toBeLessThan(11);
});

test("a term that no record has needs no list, until a record has it", () => {
  const terms = new TermSet();
  terms.add("tea");
  const cache = new PostingCache(terms);
  expect([cache.get("tea"), cache.get("coffee")?.length]).toEqual([undefined, 0]);
  expect(cache.see("coffee")).toBe(false);
  expect(cache.get("coffee")).toBeUndefined();
  cache.keep("coffee", new PostingList());
  expect(cache.see("coffee")).toBe(true);
  expect(cache.bytes).toBeGreaterThan(terms.bytes);
});
