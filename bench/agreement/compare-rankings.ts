import type { QueryResult } from "../recall/ask-set.ts";
import type { RecallReport } from "../recall/report.ts";

const TOP = 10;

/** Similarity of two stores' answers to the same queries. */
export interface Agreement {
  readonly set: string;
  readonly queries: number;
  /** Share of queries whose ten best are the same in the same order, in percent. */
  readonly identicalTop10: number;
  /** Share of queries whose ten best are the same in any order, in percent. */
  readonly sameTop10: number;
  /** Recall in percentage points, the second store less the first. */
  readonly recallDifference: Readonly<Record<string, number>>;
  /** The queries whose ten best are others, at most twenty. */
  readonly differing: readonly string[];
}

/** Answers of two stores to one set. */
export interface Answers {
  readonly report: RecallReport;
  readonly results: readonly QueryResult[];
}

/**
 * Compares answer by answer.
 * @throws If nothing was asked, or if a question was answered with nothing: empty answers always
 *   agree.
 */
export function compareRankings(first: Answers, second: Answers): Agreement {
  const pairs = first.results.map((one, index) => {
    const [a = [], b = []] = [one, second.results[index]].map((it) => it?.ranking.slice(0, TOP));
    return { query: one.query, a, b };
  });
  if (pairs.length === 0) throw new Error("the set has no queries");
  const empty = pairs.filter(({ a, b }) => a.length === 0 || b.length === 0);
  if (empty.length > 0) {
    const names = empty.slice(0, 5).map(({ query }) => query);
    throw new Error(
      `${empty.length} queries were answered with nothing, such as ${names.join(", ")}`,
    );
  }
  const differing = pairs.filter(({ a, b }) => !isSame(a.toSorted(), b.toSorted()));
  return {
    set: first.report.set,
    queries: pairs.length,
    identicalTop10: share(pairs.filter(({ a, b }) => isSame(a, b)).length, pairs.length),
    sameTop10: share(pairs.length - differing.length, pairs.length),
    recallDifference: Object.fromEntries(
      Object.entries(first.report.recall).map(([k, value]) => [
        k,
        Number(((second.report.recall[k] ?? 0) - value).toFixed(2)),
      ]),
    ),
    differing: differing.slice(0, 20).map(({ query }) => query),
  };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

function share(count: number, of: number): number {
  return Number(((100 * count) / of).toFixed(2));
}
