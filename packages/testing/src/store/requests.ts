import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { queryTerms } from "@kioku/core/toolkit";
import type {
  CompleteStore,
  ListRequest,
  RecordId,
  SearchHit,
  SearchLeg,
  Selection,
  SpaceVector,
  TextLeg,
  VectorLeg,
} from "@kioku/core/toolkit";

import { allPages } from "../lists.js";
import { numberOf } from "../test-records.js";

/**
 * All of the scope that test records are in unless they say otherwise; `fields` replace the
 * defaults.
 */
export function select(fields: Partial<Selection> = {}): Selection {
  return { within: [["test"]], reach: "here", ...fields };
}

/** Every record of every scope, expired and archived ones included. */
export const EVERYWHERE: Selection = { within: [[]], reach: "below", includeArchived: true };

/** Every record of a selection, page by page. */
export async function listAll(
  store: CompleteStore,
  fields: Partial<ListRequest> = {},
): Promise<MemoryRecord[]> {
  const request: ListRequest = {
    ...select(),
    orderBy: "createdAt",
    order: "asc",
    limit: 1_000,
    ...fields,
  };
  return allPages((cursor = fields.cursor) => store.list({ ...request, cursor }));
}

/** The numbers of the records that `listAll` finds. */
export async function listNumbers(
  store: CompleteStore,
  fields: Partial<ListRequest> = {},
): Promise<number[]> {
  const records = await listAll(store, fields);
  return records.map((record) => numberOf(record));
}

/** Options of a search in tests: the selection, and a limit of 100 if it names none. */
export interface SearchFields extends Partial<Selection> {
  readonly limit?: number;
  readonly around?: number | undefined;
  readonly aroundBest?: number | undefined;
}

/** The hits of a search by these legs. */
export function searchHits(
  store: CompleteStore,
  legs: readonly SearchLeg[],
  { limit = 100, around, aroundBest, ...fields }: SearchFields = {},
): Promise<readonly SearchHit[]> {
  return store.search({ legs, selection: select(fields), limit, around, aroundBest });
}

/** A match of a search by one leg. */
export interface LegHit extends RecordId {
  readonly score: number;
}

/** The matches of a search by one leg alone. Fails if one of them has not exactly one score. */
async function legHits(
  store: CompleteStore,
  leg: SearchLeg,
  fields: SearchFields = {},
): Promise<readonly LegHit[]> {
  const hits = await searchHits(store, [leg], fields);
  return hits.map(({ scope, id, scores }) => {
    const [score] = scores;
    assert.ok(scores.length === 1 && score !== undefined, "one leg, and so one score");
    return { scope, id, score };
  });
}

/** The text leg for a query, or for terms as they are. */
export function textLeg(query: string | readonly string[] | TextLeg): TextLeg {
  if (typeof query === "object" && "terms" in query) return query;
  return { type: "text", terms: typeof query === "string" ? queryTerms(query) : query };
}

/** The vector leg for a vector, in its space. */
export function vectorLeg({ space, values }: SpaceVector): VectorLeg {
  return { type: "vector", space: space.id, values };
}

/** The matches of the text leg for a query, or for terms as they are. */
export function textHits(
  store: CompleteStore,
  query: string | readonly string[] | TextLeg,
  fields: SearchFields = {},
): Promise<readonly LegHit[]> {
  return legHits(store, textLeg(query), fields);
}

/** The matches of the vector leg. */
export function vectorHits(
  store: CompleteStore,
  vector: SpaceVector,
  fields: SearchFields = {},
): Promise<readonly LegHit[]> {
  return legHits(store, vectorLeg(vector), fields);
}
