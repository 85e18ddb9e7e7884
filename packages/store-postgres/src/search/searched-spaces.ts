import type { VectorLeg } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { Ask } from "../ask.js";
import { textArray } from "../client/encode-array.js";

/** A space as statements know it. */
export interface SearchedSpace {
  readonly name: string;
  /** Its number. */
  readonly id: number;
  readonly dimensions: number;
}

/**
 * The spaces of vector legs; those that nobody has written in are missing.
 * @throws `vector-space-mismatch` if a vector is not as wide as its space.
 */
export async function searchedSpaces(
  ask: Ask,
  legs: readonly VectorLeg[],
): Promise<readonly SearchedSpace[]> {
  if (legs.length === 0) return [];
  const wanted = textArray([...new Set(legs.map(({ space }) => space))]);
  const spaces = await ask<SearchedSpace>(
    ({ names }) => sql`
      select name, id, dimensions from ${names.spaces} where name = any(${wanted}::text[])`,
  );
  requireWidths(legs, spaces);
  return spaces;
}

/** @throws `vector-space-mismatch` if a vector is not as wide as its space. */
export function requireWidths(legs: readonly VectorLeg[], spaces: readonly SearchedSpace[]): void {
  for (const { space, values } of legs) {
    const known = spaces.find(({ name }) => name === space);
    if (known) requireWidth({ id: space, dimensions: known.dimensions }, values.length);
  }
}
