import { spaceVector } from "@kioku/testing";

import { seededRandom } from "../seeded-random.ts";

/** The spaces that vectors are written in, and how wide they are. */
export const SPACES: Readonly<Record<string, number>> = { first: 48, second: 16 };

/** The vector of a seed in a space, the same in every process. */
export function vectorOf(space: string, seed: number): Float32Array {
  const dimensions = SPACES[space] ?? 0;
  const random = seededRandom(seed);
  const values = Array.from({ length: dimensions }, () => random.next() * 2 - 1);
  return spaceVector({ id: space, dimensions }, values).values;
}
