import { compareFound } from "./found-record.js";
import type { LegMatches } from "./found-record.js";
import type { SearchPart, TextMatches } from "./search-part.js";

/** Finds records by terms: postings from each part, statistics of all, scores by core's formula. */
export async function searchText(
  parts: readonly SearchPart[],
  { terms, limit }: { readonly terms: readonly string[]; readonly limit: number },
): Promise<LegMatches> {
  const found: TextMatches[] = [];
  for (const part of parts) found.push(await part.withTerms(terms));
  const statistics = {
    documents: parts.reduce((sum, part) => sum + part.documents, 0),
    totalTerms: parts.reduce((sum, part) => sum + part.terms, 0),
    documentFrequencies: terms.map((_, term) =>
      found.reduce((sum, { documentFrequencies }) => sum + (documentFrequencies[term] ?? 0), 0),
    ),
  };
  const matches: LegMatches[] = [];
  for (const one of found) matches.push(await one.score(statistics, limit));
  const [only] = matches;
  if (only && matches.length === 1) return only;
  const best = matches.flatMap((one) => one.best).toSorted(compareFound);
  return {
    best: best.slice(0, limit),
    scoresOf: (rows) => new Map(matches.flatMap(({ scoresOf }) => [...scoresOf(rows)])),
  };
}
