import type { SearchRequest } from "@kioku/core/toolkit";

import type { BenchData, BenchQuery } from "../data/bench-data.ts";
import { NEAREST } from "../data/exact-neighbours.ts";
import { indexOf } from "../data/record-id.ts";
import { SCOPES } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";

/**
 * Asks the vector leg alone for the nearest records of the large scope; answers with their numbers.
 */
export async function searchVectors(
  { store }: Kioku,
  data: BenchData,
  { vector }: BenchQuery,
): Promise<readonly number[]> {
  const request: SearchRequest = {
    legs: [{ type: "vector", space: data.space.id, values: vector }],
    selection: { within: [SCOPES.large], reach: "here" },
    limit: NEAREST,
  };
  const hits = await store.search(request);
  return hits.map(({ id }) => indexOf(id));
}
