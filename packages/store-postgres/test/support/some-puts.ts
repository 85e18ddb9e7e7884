import type { Scope } from "@kioku/core";
import type { PutOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, testRecord } from "@kioku/testing";
import type { Picker } from "@kioku/testing";

/** The space of their vectors. */
export const SPACE = { id: "space", dimensions: 8 };
const WORDS = ["cat", "dog", "tea", "user", "editor", "dark", "mode", "猫"];

/** A vector of length 1. */
export function unitVector(picker: Picker): Float32Array {
  const values = Array.from({ length: SPACE.dimensions }, () => picker.integer(2_000) - 999.5);
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

/**
 * Searchable records of one scope with random texts and vectors, half of them in threads. Every
 * third is of the kind `rare`.
 */
export function somePuts(picker: Picker, scope: Scope, count: number): readonly PutOp[] {
  return Array.from({ length: count }, (_, n) => {
    const content = Array.from({ length: 1 + picker.integer(8) }, () => picker.one(WORDS)).join(
      " ",
    );
    const record = testRecord(n, {
      scope,
      content,
      kind: n % 3 === 0 ? "rare" : "note",
      ...(picker.chance(0.5) ? { thread: `thread ${picker.integer(count)}` } : {}),
    });
    return putOp(record, {
      search: searchEntry(content, [{ space: SPACE, values: unitVector(picker) }]),
    });
  });
}
