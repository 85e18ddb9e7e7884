import { documentTerms, queryTerms, textScorer } from "@kioku/core/toolkit";

import { nameWords } from "./tool-words.js";
import type { NamedTool } from "./tool-words.js";

/**
 * How well the words of each tool match those of the query, by BM25 among these tools; 0: they
 * share none.
 */
export function wordScores(query: string, tools: readonly NamedTool[]): readonly number[] {
  const terms = queryTerms(`${query} ${nameWords(query)}`);
  const documents = tools.map(({ name, description = "" }) => {
    const words = documentTerms(nameWords(name));
    // Words of a name tell more than those of a description.
    return [...words, ...words, ...documentTerms(description)];
  });
  const frequencies = documents.map((document) => {
    const counts = new Map<string, number>();
    for (const term of document) counts.set(term, (counts.get(term) ?? 0) + 1);
    return terms.map((term) => counts.get(term) ?? 0);
  });
  const score = textScorer({
    documents: documents.length,
    totalTerms: documents.reduce((sum, { length }) => sum + length, 0),
    documentFrequencies: terms.map(
      (_, index) => frequencies.filter((counts) => (counts[index] ?? 0) > 0).length,
    ),
  });
  return documents.map(({ length }, index) => score(frequencies[index] ?? [], length));
}
