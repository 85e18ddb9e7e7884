import type { QueryEvidence } from "../api/queries.js";

/** Evidence of one record: its own words and meaning. */
export interface OwnEvidence {
  /** Share of the query's words that it has, by weight, 0 to 1. Absent: words were not searched. */
  readonly coverage?: number | undefined;
  /** Similarity on the calibrated scale, 0 to 1. Absent: it has no vector. */
  readonly meaning?: number | undefined;
  /** Share of the query's words in scripts of the record, 0 to 1. */
  readonly comparable: number;
}

/** Log-odds by words and by meaning, fitted by `npm run measure -- relevance` on dev sets. */
const WORDS = {
  coverage: 1.19,
  known: 3.47,
  best: 6.71,
  words: 1.41,
  unknownName: -1.98,
  constant: -6.42,
} as const;
const MEANING = { own: 7.59, best: 5.9, constant: 1.83 } as const;
/** Log-odds that meaning needs more to answer without words, the more with many records. */
const ALONE = { constant: 1.2, records: 0.65 } as const;
/** Meaning of unrelated texts on the calibrated scale, and its spread. */
const UNRELATED = 0.15;
const SPREAD = 0.11;
/** Fewer records are as good as so many: an unrelated one is no answer for being alone. */
const FEW = 20;
/** More words make a message, which names much that it does not ask for. */
const LONGEST_QUESTION = 12;

/** Returns the probability, 0 to 1, that a record answers a query, by itself alone. */
export function ownRelevance(
  { coverage, meaning, comparable }: OwnEvidence,
  query: QueryEvidence,
  meaningWeight: number,
): number {
  const words = coverage === undefined ? undefined : wordOdds(coverage, query);
  if (meaning === undefined) return words === undefined ? 0 : toProbability(words);
  const sense = meaningOdds(meaning, query);
  if (words === undefined) return toProbability(sense);
  const share = (1 - meaningWeight) * comparable;
  const alone = ALONE.constant + ALONE.records * Math.log(query.records);
  return toProbability(Math.max(share * words + (1 - share) * sense, sense - alone));
}

/** Share of the best record's relevance that is as good as all of it, by sort of query. */
const AS_GOOD = { question: 0.45, message: 0.5, compound: 0.4 } as const;

/** Returns the factor for a record with a share, 0 to 1, of what the best one has. */
export function besideBest(share: number, { words, isCompound }: QueryEvidence): number {
  if (isCompound) return Math.min(share / AS_GOOD.compound, 1) ** 4;
  const asGood = words <= LONGEST_QUESTION ? AS_GOOD.question : AS_GOOD.message;
  return Math.min(share / asGood, 1) ** 4;
}

function wordOdds(coverage: number, query: QueryEvidence): number {
  const isQuestion = query.words <= LONGEST_QUESTION;
  return (
    WORDS.constant +
    WORDS.coverage * coverage +
    WORDS.known * query.known +
    WORDS.best * query.bestCoverage +
    WORDS.words * Math.log1p(query.words) +
    (query.namesUnknown && isQuestion ? WORDS.unknownName : 0)
  );
}

/** Compares with the best of so many unrelated records: the more, the nearer the nearest. */
function meaningOdds(meaning: number, { bestMeaning, records }: QueryEvidence): number {
  const chance = UNRELATED + SPREAD * Math.sqrt(2 * Math.log(Math.max(records, FEW)));
  const { constant, own, best } = MEANING;
  return constant + own * (meaning - chance) + best * (bestMeaning - chance);
}

function toProbability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
