import { expect, test } from "vitest";

import {
  decodePostings,
  encodeBlock,
  encodePostings,
  findInBlock,
} from "../../../src/index/segment/postings.js";
import type { PostingColumns } from "../../../src/index/segment/postings.js";
import { encodeNumbers, TextNumbers } from "../../../src/index/segment/text-numbers.js";
import { randomNumbers } from "../../support/text-scope.js";

/** Gaps about the greatest number of each width, and on both sides of a multiple of it. */
const GAPS = [1, 2, 254, 255, 256, 509, 510, 511, 65_534, 65_535, 65_536, 131_070, 20_000_000];

function slotsOf(gaps: readonly number[]): number[] {
  let ordinal = -1;
  return gaps.map((gap) => (ordinal += gap));
}

function columns(ordinals: readonly number[], kind: (place: number) => number): PostingColumns {
  return {
    ordinals,
    frequencies: ordinals.map((_, place) => 1 + (kind(place) % 300)),
    termCounts: ordinals.map((_, place) => kind(place) * 7),
  };
}

function roundTrip(postings: PostingColumns): PostingColumns {
  const bytes = encodePostings(postings);
  // As part of a longer value, at an odd place.
  const around = Buffer.concat([Buffer.of(7), bytes, Buffer.of(9)]);
  const decoded = decodePostings(around.subarray(1, -1));
  const kinds = [...decoded.kinds];
  return {
    ordinals: [...decoded.ordinals],
    frequencies: kinds.map((kind) => decoded.frequencies[kind] ?? 0),
    termCounts: kinds.map((kind) => decoded.termCounts[kind] ?? 0),
  };
}

test("postings with gaps of any size come back", () => {
  const cases: PostingColumns[] = [];
  for (const gap of GAPS) {
    cases.push(columns(slotsOf([gap]), () => 3));
    cases.push(columns(slotsOf([1, gap, 1, gap, gap]), (place) => place));
    const dense = Array.from({ length: 500 }, () => 1);
    cases.push(columns(slotsOf([...dense, gap, ...dense]), (place) => place % 5));
  }
  const random = randomNumbers(3);
  for (const bound of [2, 300, 5_000, 200_000]) {
    const gaps = Array.from({ length: 300 }, () => 1 + random(bound));
    cases.push(columns(slotsOf(gaps), () => random(4)));
  }
  expect(cases.map(roundTrip)).toEqual(cases);
});

test("postings of one kind, of more than a byte tells apart, and of more than two bytes do come back", () => {
  const cases: PostingColumns[] = [];
  for (const kinds of [1, 2, 255, 256, 257, 65_536, 65_537]) {
    const ordinals = Array.from({ length: kinds + 1 }, (_, index) => index * 2);
    cases.push(columns(ordinals, (place) => place % kinds));
  }
  expect(cases.map(roundTrip)).toEqual(cases);
});

test("great frequencies and lengths come back", () => {
  const postings = {
    ordinals: [4, 5, 9],
    frequencies: [1, 10_000_000, 255],
    termCounts: [1, 60_000_000, 256],
  };
  expect(roundTrip(postings)).toEqual(postings);
});

test("a dense list takes two bytes a posting", () => {
  const ordinals = Array.from({ length: 10_000 }, (_, index) => index * 3);
  const bytes = encodePostings(columns(ordinals, (place) => place % 20));
  expect(bytes.length).toBeLessThan(20_200);
});

test("a block finds each of its terms and no other", () => {
  const terms = ["", "a", "ab", "b".repeat(300), "été", "绿茶", "😀"];
  const lists = terms.map((term, index) => ({ term, list: Buffer.alloc(index * 200, index + 1) }));
  const block = encodeBlock(lists);
  for (const { term, list } of lists) {
    expect(findInBlock(block, term)).toEqual(Uint8Array.from(list));
  }
  for (const term of ["abc", "ét", "绿", "b"]) expect(findInBlock(block, term)).toBeUndefined();
  expect(findInBlock(Buffer.alloc(0), "a")).toBeUndefined();
});

test("numbers of texts have ordinals by their order, whatever lies between them", () => {
  const random = randomNumbers(5);
  for (const bound of [1, 3, 200, 10 ** 9]) {
    let number = 2 ** 40 * random(2);
    const numbers = Array.from({ length: 400 }, () => (number += 1 + random(bound)));
    const decoded = new TextNumbers(encodeNumbers(numbers));
    expect(decoded.size).toBe(numbers.length);
    for (const [ordinal, value] of numbers.entries()) {
      expect(decoded.numberOf(ordinal)).toBe(value);
      expect(decoded.ordinalOf(value)).toBe(ordinal);
    }
    const known = new Set(numbers);
    const others = [0, (numbers[0] ?? 0) - 1, number + 1, ...numbers.map((one) => one + 1)];
    for (const value of others.filter((one) => !known.has(one))) {
      expect(decoded.ordinalOf(value)).toBe(-1);
    }
  }
  expect(new TextNumbers(encodeNumbers([])).size).toBe(0);
  expect(new TextNumbers(encodeNumbers([])).ordinalOf(1)).toBe(-1);
  // Numbers without gaps take no space.
  const run = Array.from({ length: 100_000 }, (_, index) => index + 1);
  expect(encodeNumbers(run).length).toBeLessThan(8);
});
