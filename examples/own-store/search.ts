import { compareText, isInScopes, matchesSelection, scoreTexts } from "@kioku/core/toolkit";
import type { SearchHit, SearchRequest } from "@kioku/core/toolkit";

import type { Table } from "./table.ts";

/** Scores every record of the selection by every leg, and returns the best of each. */
export function search(table: Table, { legs, selection, limit }: SearchRequest): SearchHit[] {
  const searched = [...table.values()].filter(({ record }) => isInScopes(record.scope, selection));
  const texts = searched.map((entry) => entry.search?.terms);
  const scores = legs.map((leg) => (leg.type === "text" ? scoreTexts(leg, texts) : []));
  const rated = searched
    .map((entry, index) => ({ entry, scores: scores.map((ofLeg) => ofLeg[index]) }))
    .filter(({ entry }) => matchesSelection(entry.record, selection));
  const rankedBy = (leg: number): typeof rated =>
    rated.toSorted(
      (a, b) =>
        (b.scores[leg] ?? -1) - (a.scores[leg] ?? -1) ||
        compareText(a.entry.record.id, b.entry.record.id) ||
        compareText(a.entry.path, b.entry.path),
    );
  const best = new Set(
    legs.flatMap((leg, index) => {
      const matches = rankedBy(index).filter((one) => one.scores[index] !== undefined);
      return matches.slice(0, leg.limit ?? limit);
    }),
  );
  return rankedBy(0).flatMap((one) => {
    const { record, search: found } = one.entry;
    if (!found || !best.has(one)) return [];
    const { scope, id, speaker } = record;
    const hit = { scope: [...scope], id, scores: one.scores, traits: found.traits };
    return speaker === undefined ? hit : { ...hit, speaker };
  });
}
