import type { Scope } from "@kioku/core";
import { pathToScope } from "@kioku/core/toolkit";
import type { SearchHit } from "@kioku/core/toolkit";

import { byLeg } from "./found-record.js";
import type { FoundRecord, ThreadPlace } from "./found-record.js";

/** What a search answers: the best of its legs, and what is around them. */
export function toHits(
  found: ReadonlySet<FoundRecord>,
  places: Iterable<ThreadPlace>,
): readonly SearchHit[] {
  const placed = new Map<FoundRecord, ThreadPlace | undefined>();
  for (const record of found) placed.set(record, undefined);
  for (const place of places) placed.set(place.of, place);
  const scopes = new Map<string, Scope>();
  for (const { path } of placed.keys()) {
    if (!scopes.has(path)) scopes.set(path, pathToScope(path));
  }
  return [...placed.keys()]
    .toSorted(byLeg(0))
    .map((record) => toHit(record, scopes.get(record.path) ?? [], placed.get(record)));
}

function toHit(
  { id, scores, scripts }: FoundRecord,
  scope: Scope,
  place: ThreadPlace | undefined,
): SearchHit {
  return {
    scope: [...scope],
    id,
    scores,
    ...(scripts === null ? undefined : { scripts }),
    ...(place === undefined ? undefined : { thread: place.thread }),
    ...(place?.previous === undefined ? undefined : { previous: place.previous }),
  };
}
