import type { WriteOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, testRecord } from "@kioku/testing";

import { vectorOf } from "../crash/vector-of.ts";
import { seededRandom } from "../seeded-random.ts";

/** Which transaction of which writer. */
export interface StormTransaction {
  readonly seed: number;
  readonly writer: number;
  readonly number: number;
}

/** Scope of a writer of a storm. */
function stormScope(writer: number): readonly string[] {
  return ["torture", `writer ${writer % 4}`];
}

/**
 * Makes the ops of one transaction: some new records, and the next version of the one that the
 * writer began with.
 */
export function stormOps({ seed, writer, number }: StormTransaction): WriteOp[] {
  const random = seededRandom(seed, writer, number);
  const scope = stormScope(writer);
  const first = writer * 1_000_000;
  const created = Array.from({ length: 1 + random.below(4) }, (_, index) => {
    const n = first + 1 + number * 10 + index;
    const content = `word${n}x of writer ${writer} in transaction ${number}`;
    const space = { id: "second", dimensions: 16 };
    const vector = { space, values: vectorOf("second", n) };
    return putOp(testRecord(n, { scope, content }), { search: searchEntry(content, [vector]) });
  });
  const count = testRecord(first, { scope, content: `count ${number}`, version: number + 1 });
  return [...created, putOp(count)];
}
