import { wordPieces } from "../static-table/word-pieces.js";

/**
 * How alike two unknown words are spelled, 0 to 1: the cosine of the sets of their first six letter
 * triples.
 */
export function spellingSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const pieces = new Set(wordPieces(one));
  const others = new Set(wordPieces(other));
  const shared = [...pieces].filter((piece) => others.has(piece)).length;
  return shared / Math.sqrt(pieces.size * others.size);
}
