import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import type { CompleteStore, PutOp, SearchHit, SpaceVector, TextLeg } from "@kioku/core/toolkit";

import { numberOf, putOp, spaceVector, testRecord } from "../test-records.js";
import { expectClose, expectNumbers } from "./expect.js";
import { searchHits, textLeg, type SearchFields } from "./requests.js";

/** Greatest error of a score: vectors are stored in single precision. */
const TOLERANCE = 1e-6;

/** The vector at this angle, in degrees, of a space of width 2. */
export function at(degrees: number, space = "space"): SpaceVector {
  const radians = (degrees * Math.PI) / 180;
  return spaceVector({ id: space, dimensions: 2 }, [Math.cos(radians), Math.sin(radians)]);
}

/** The cosine of this angle, in degrees. */
export function cosine(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}

/** The dot product of two vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

/** Terms and vectors of a record, whatever its content says. */
export interface FoundBy extends Partial<MemoryRecord> {
  readonly terms?: readonly string[];
  readonly traits?: number;
  readonly vectors?: readonly SpaceVector[];
}

/** Record n with these terms and vectors; the text of every version is another. */
export function putFound(
  n: number,
  { terms = [], traits = 1, vectors = [], ...fields }: FoundBy,
): PutOp {
  const textHash = hashText(terms.join(" "), String(n), String(fields.version));
  return putOp(testRecord(n, fields), { search: { textHash, terms, traits, vectors } });
}

/** The number of a record and what each leg should say of it. */
export type ExpectedHit = readonly [n: number, ...scores: (number | undefined)[]];

/** Fails unless the hits are exactly these records in this order, with these scores. */
export function expectHits(
  hits: readonly SearchHit[],
  expected: readonly ExpectedHit[],
  what = "the search",
): void {
  const numbers = expected.map(([n]) => n);
  expectNumbers(hits, numbers, what);
  for (const [index, { scores, ...ref }] of hits.entries()) {
    const [, ...wanted] = expected[index] ?? [0];
    assert.equal(scores.length, wanted.length, `${what}: one score for each leg`);
    for (const [leg, score] of wanted.entries()) {
      if (score !== undefined) expectClose(scores[leg], score, TOLERANCE);
      else assert.equal(scores[leg], score, `${what}: leg ${leg} does not match ${numberOf(ref)}`);
    }
  }
}

/** Record n of thread `t`, which a search for `needle` does not find. */
export function putHay(n: number, fields: Partial<MemoryRecord> = {}): PutOp {
  return putOp(testRecord(n, { thread: "t", content: "hay", ...fields }));
}

/** Record n of thread `t`, which a search for `needle` finds. */
export function putNeedle(n: number, fields: Partial<MemoryRecord> = {}): PutOp {
  return putHay(n, { content: "needle", ...fields });
}

/** Finds what `putNeedle` writes. */
export const NEEDLE: TextLeg = textLeg("needle");

/**
 * The hits in their order, as `3<2`: record 3 of thread `t`, which comes just after record 2; `3`:
 * it is the first. What is not in `t` has its thread before it, as `u/3<2`.
 */
export function describeHits(hits: readonly SearchHit[]): string {
  return hits.map((hit) => describeHit(hit)).join(" ");
}

function describeHit({ id, thread, previous }: SearchHit): string {
  const place = previous === undefined ? "" : `<${numberOf({ id: previous })}`;
  return `${thread === "t" ? "" : `${thread}/`}${numberOf({ id })}${place}`;
}

/**
 * Describes the hits of a search for `needle`, around every match one record on each side unless
 * `fields` say otherwise.
 */
export async function needleHits(store: CompleteStore, fields: SearchFields = {}): Promise<string> {
  return describeHits(await searchHits(store, [NEEDLE], { around: 1, ...fields }));
}
