import type { MemoryRecord, Scope } from "@kioku/core";
import type { SpaceVector, VectorSpace } from "@kioku/core/toolkit";

import { spaceVector, testRecord } from "../test-records.js";

/** Scopes that a store may keep in different places. */
export const TENANTS: readonly Scope[] = Array.from("abcdefghijkl", (name) => [name]);
/** Number of records that go round the tenants. */
export const COUNT: number = 3 * TENANTS.length;
/** Space of their vectors. */
export const SPACE: VectorSpace = { id: "space", dimensions: 2 };
const WORDS = "cat dog cat bird dog fish cat ant bee dog cow bird".split(" ");

/** Returns the tenant of a number. */
export function tenantOf(n: number): Scope {
  return TENANTS[n % TENANTS.length] ?? [];
}

/** Returns the text of a record: some words, of which most are in many tenants. */
export function textOf(n: number): string {
  return WORDS.slice(n % 7, (n % 7) + 1 + (n % 5)).join(" ");
}

/** Returns a record of each number from 0, which go round the tenants. */
export function tenantRecords(
  fields: (n: number) => Partial<MemoryRecord> = () => ({}),
): MemoryRecord[] {
  return Array.from({ length: COUNT }, (_, n) =>
    testRecord(n, { scope: tenantOf(n), content: textOf(n), ...fields(n) }),
  );
}

/** The direction of a record; no two are the same. */
export function vectorOf(n: number): SpaceVector {
  return spaceVector(SPACE, [Math.cos(n), Math.sin(n)]);
}
