import type { QueryEvidence } from "../api/queries.js";
import type { Evidence } from "./fuse.js";

/** Evidence of one record: its own words and meaning. */
export interface OwnEvidence extends Omit<Evidence, "textScore"> {
  /** Share of the query's words that it has, by weight, 0 to 1. Absent: words were not searched. */
  readonly coverage?: number | undefined;
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

/** Makes the function for the probability, 0 to 1, that a record answers a query by itself. */
export function ownRelevance(
  query: QueryEvidence,
  meaningWeight: number,
): (own: OwnEvidence) => number {
  const wordOdds = wordOddsOf(query);
  const meaningOdds = meaningOddsOf(query);
  const alone = ALONE.constant + ALONE.records * Math.log(query.records);
  return ({ coverage, meaning, comparable = 1 }) => {
    if (meaning === undefined)
      return coverage === undefined ? 0 : toProbability(wordOdds(coverage));
    const sense = meaningOdds(meaning);
    if (coverage === undefined) return toProbability(sense);
    const share = (1 - meaningWeight) * comparable;
    const both = share * wordOdds(coverage) + (1 - share) * sense;
    return toProbability(Math.max(both, sense - alone));
  };
}

/** Share of the best record's relevance that is as good as all of it, by sort of query. */
const AS_GOOD = { question: 0.45, message: 0.5, compound: 0.4 } as const;

/** Returns the factor for a record with a share, 0 to 1, of what the best one has. */
export function besideBest(share: number, { words, isCompound }: QueryEvidence): number {
  const question = words <= LONGEST_QUESTION ? AS_GOOD.question : AS_GOOD.message;
  const asGood = isCompound ? AS_GOOD.compound : question;
  return share < asGood ? (share / asGood) ** 4 : 1;
}

function wordOddsOf(query: QueryEvidence): (coverage: number) => number {
  const isQuestion = query.words <= LONGEST_QUESTION;
  const known = WORDS.known * query.known;
  const best = WORDS.best * query.bestCoverage;
  const words = WORDS.words * Math.log1p(query.words);
  const unknown = query.namesUnknown && isQuestion ? WORDS.unknownName : 0;
  return (coverage) => WORDS.constant + WORDS.coverage * coverage + known + best + words + unknown;
}

/** Compares with the best of so many unrelated records: the more, the nearer the nearest. */
function meaningOddsOf({ bestMeaning, records }: QueryEvidence): (meaning: number) => number {
  const chance = UNRELATED + SPREAD * Math.sqrt(2 * Math.log(Math.max(records, FEW)));
  const { constant, own } = MEANING;
  const best = MEANING.best * (bestMeaning - chance);
  return (meaning) => constant + own * (meaning - chance) + best;
}

function toProbability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
