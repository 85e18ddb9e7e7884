import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, SearchHit, TextLeg, PutOp } from "@kioku/core/toolkit";

import { putOp } from "../test-ops.js";
import { numberOf, testRecord } from "../test-record.js";
import { searchHits, textLeg } from "./requests.js";
import type { SearchFields } from "./requests.js";

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
