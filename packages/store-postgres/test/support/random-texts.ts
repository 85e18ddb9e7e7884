import { expect } from "vitest";

import type { StoreSession } from "../../src/store-session.js";
import { findByScan, findBySegment, rowsOf } from "./text-scope.js";
import type { ScopeText } from "./text-scope.js";

/** The scope that most tests are about. */
export const SCOPE: string = "/user=ann";
const WORDS: readonly string[] = "tea,coffee,茶,绿茶,绿,été,😀,a b,x@y.z,\uFF5E,zebra,0".split(",");
/** Asks for all there is, and more. */
export const EVERYTHING: readonly string[] = [
  ...WORDS,
  "\uFF5E1",
  "😀1",
  "\uFF5E77",
  "😀48",
  "\uD7FF",
  "zzz",
  "",
];

const QUERIES: readonly (readonly string[])[] = [
  ["tea"],
  ["tea", "coffee", "zebra"],
  ["绿茶", "茶", "绿"],
  ["nowhere"],
  ["nowhere", "😀", "a b"],
  EVERYTHING,
];

/** A text of some of the words, and of one that no other text has. */
export function randomText(id: string, random: (bound: number) => number): ScopeText {
  const length = random(9);
  const terms = Array.from({ length }, () => WORDS[random(WORDS.length)] ?? "");
  return {
    id,
    terms: [
      ...terms,
      ...Array.from({ length: random(3) }, () => "often"),
      `only${id}`,
      `\uFF5E${id}`,
      `😀${id}`,
    ],
  };
}

/** Random texts with the ids from one number to below another. */
export function texts(from: number, to: number, random: (bound: number) => number): ScopeText[] {
  return Array.from({ length: to - from }, (_, index) => randomText(String(from + index), random));
}

/** In one state of the database, compares both ways to search. */
export async function expectSame(
  session: StoreSession,
  scope = SCOPE,
  queries = QUERIES,
): Promise<void> {
  await session.read(undefined, [scope], async (context) => {
    for (const terms of queries) {
      const expected = await findByScan(context, scope, terms);
      const found = await findBySegment(context, scope, terms);
      expect(found.documentFrequencies).toEqual(expected.documentFrequencies);
      expect(sorted(found.scores)).toEqual(sorted(expected.scores));
    }
  });
}

function sorted(scores: ReadonlyMap<number, number>): [number, number][] {
  return [...scores].toSorted(([a], [b]) => a - b);
}

/** Expects that nothing is left of other generations, and no grave. */
export async function expectOneGeneration(session: StoreSession, scope: string): Promise<void> {
  const [segment] = await rowsOf(session, "segments", scope);
  const generations = (await rowsOf(session, "postings", scope)).map((row) => row["generation"]);
  expect(new Set(generations)).toEqual(new Set([segment?.["generation"]]));
  expect(await rowsOf(session, "graves", scope)).toEqual([]);
}
