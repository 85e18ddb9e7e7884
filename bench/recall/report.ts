import type { QueryResult } from "./ask-set.ts";
import { CUTOFFS, mean, percentile } from "./metrics.ts";
import type { RecallSet } from "./recall-set.ts";
import type { RecallSettings } from "./recall-settings.ts";

/** Recall in percent by cut-off. */
type RecallByCutoff = Readonly<Record<string, number>>;

/** The machine-readable result; recall in percent, times in milliseconds. */
export interface RecallReport {
  readonly set: string;
  readonly records: number;
  readonly queries: number;
  readonly recall: RecallByCutoff;
  readonly ndcg10: number;
  readonly mrr: number;
  /** Median time of a recall with the default limit. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Median time of a recall with limit 50. */
  readonly p50MsAt50: number;
  /** Settings that differ from their defaults; absent if none. */
  readonly settings?: RecallSettings;
  readonly byCategory: Readonly<
    Record<string, { readonly queries: number; readonly recall: RecallByCutoff }>
  >;
}

/** Questions that are made to have no answer are reported by themselves, never in the totals. */
export function isApart(category: string): boolean {
  return category === "adversarial";
}

/** Averages a run. */
export function makeReport(
  set: RecallSet,
  results: readonly QueryResult[],
  settings: RecallSettings = {},
): RecallReport {
  const counted = results.filter((result) => !isApart(result.category));
  const times = results.map((result) => result.durationMs);
  const timesAt50 = results.map((result) => result.durationAt50Ms);
  const categories = [...new Set(results.map((result) => result.category))].toSorted();
  return {
    set: set.name,
    records: set.groups.reduce((sum, group) => sum + group.records.length, 0),
    queries: counted.length,
    recall: recallOf(counted),
    ndcg10: round(mean(counted.map((result) => result.score.ndcg10)), 4),
    mrr: round(mean(counted.map((result) => result.score.reciprocalRank)), 4),
    p50Ms: round(percentile(times, 0.5), 2),
    p95Ms: round(percentile(times, 0.95), 2),
    p50MsAt50: round(percentile(timesAt50, 0.5), 2),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    byCategory: Object.fromEntries(
      categories.map((category) => {
        const own = results.filter((result) => result.category === category);
        return [category, { queries: own.length, recall: recallOf(own) }];
      }),
    ),
  };
}

/** The report for a person: a table, and a bar for what is looked at first. */
export function formatReport(report: RecallReport): string {
  const head = CUTOFFS.map((k) => `R@${k}`.padStart(6)).join("");
  const categories = Object.entries(report.byCategory);
  const width = Math.max(14, ...categories.map(([name]) => name.length + 2));
  const rows = categories.map(([name, { queries, recall }]) =>
    formatRow((isApart(name) ? `(${name})` : name).padEnd(width), queries, recall),
  );
  return [
    `${report.set}: ${report.records} records`,
    ...(report.settings ? [`settings: ${JSON.stringify(report.settings)}`] : []),
    "",
    `  ${"category".padEnd(width)}queries${head}  R@10`,
    ...rows,
    formatRow("all".padEnd(width), report.queries, report.recall),
    "",
    `  nDCG@10 ${report.ndcg10.toFixed(4)}   MRR ${report.mrr.toFixed(4)}`,
    `  per query (limit 10) p50 ${report.p50Ms} ms .. p95 ${report.p95Ms} ms   (limit 50) p50 ${report.p50MsAt50} ms`,
  ].join("\n");
}

function formatRow(name: string, queries: number, recall: RecallByCutoff): string {
  const at10 = recall["10"] ?? 0;
  const bar = "█".repeat(Math.round(at10 / 5)).padEnd(20, "░");
  const cells = CUTOFFS.map((k) => (recall[String(k)] ?? 0).toFixed(1).padStart(6));
  return `  ${name}${String(queries).padStart(6)} ${cells.join("")}  ${bar}`;
}

function recallOf(results: readonly QueryResult[]): RecallByCutoff {
  return Object.fromEntries(
    CUTOFFS.map((k, index) => [
      String(k),
      round(100 * mean(results.map((result) => result.score.recall[index] ?? 0)), 2),
    ]),
  );
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
