import type { QueryResult } from "../recall/ask-set.ts";
import { CUTOFFS, mean, standardError } from "../recall/metrics.ts";
import type { RecallSet } from "../recall/recall-set.ts";
import type { RecallSettings } from "../recall/recall-settings.ts";
import { isApart, makeReport } from "../recall/report.ts";
import type { RecallReport } from "../recall/report.ts";
import type { Configuration } from "./configurations.ts";

/** Results of one configuration on one set; shares in percent, times in milliseconds. */
export interface ConfigurationResult extends Pick<RecallReport, "recall" | "p50Ms"> {
  readonly name: string;
  readonly settings: RecallSettings;
  /** Recall@10 less that of the first configuration, which is the default. */
  readonly difference10: number;
  /** Standard error of this difference, from the differences of the single queries. */
  readonly differenceError10: number;
}

/** Results of all configurations on one set. */
export interface SetAblation extends Pick<RecallReport, "set" | "records" | "queries"> {
  readonly results: readonly ConfigurationResult[];
}

const AT_10 = CUTOFFS.indexOf(10);

/** Compares the runs of a set, aligned with the configurations, with the first of them. */
export function makeAblation(
  set: RecallSet,
  configurations: readonly Configuration[],
  runs: readonly (readonly QueryResult[])[],
): SetAblation {
  const reports = runs.map((results) => makeReport(set, results));
  const found = runs.map(foundAt10);
  const [first = []] = found;
  const { records = 0, queries = 0 } = reports[0] ?? {};
  const results = configurations.flatMap(({ name, settings }, index) => {
    const report = reports[index];
    if (!report) return [];
    const { recall, p50Ms } = report;
    const differences = (found[index] ?? []).map((value, query) => value - (first[query] ?? 0));
    const difference10 = toPercent(mean(differences));
    const differenceError10 = toPercent(standardError(differences));
    return [{ name, settings, recall, difference10, differenceError10, p50Ms }];
  });
  return { set: set.name, records, queries, results };
}

/** Recall@10 of each query that counts, 0 to 1. */
function foundAt10(results: readonly QueryResult[]): readonly number[] {
  return results
    .filter(({ category }) => !isApart(category))
    .map(({ score }) => score.recall[AT_10] ?? 0);
}

function toPercent(share: number): number {
  return Number((100 * share).toFixed(2));
}
