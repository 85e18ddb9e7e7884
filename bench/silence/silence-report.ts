import { mean, percentile } from "../recall/metrics.ts";
import type { AskedKind, SilenceResult } from "./measure-silence.ts";
import { separation } from "./separation.ts";

/** The machine-readable result. */
export interface SilenceReport {
  /** Share of pairs in which an own question has the higher relevance; `null` without any. */
  readonly auc: { readonly foreign: number | null; readonly smallTalk: number | null };
  /** Mean number of memories that recall returns by default; `null` without questions. */
  readonly returned: Readonly<Record<AskedKind, number | null>>;
  /** Recall at 10 of own questions in percent: with the list filled, and by default. */
  readonly recall10: { readonly filled: number; readonly default: number };
}

const KINDS: readonly (readonly [AskedKind, string])[] = [
  ["own", "own questions"],
  ["foreign", "questions of other groups"],
  ["smallTalk", "small talk, off topic"],
];
const SHARES = [0.05, 0.5, 0.95];

/** Averages a run. */
export function makeSilenceReport(results: readonly SilenceResult[]): SilenceReport {
  const of = (kind: AskedKind): readonly SilenceResult[] => ofKind(results, kind);
  const auc = (kind: AskedKind): number | null => {
    const share = separation(best(of("own")), best(of(kind)));
    return share === null ? null : rounded(share, 4);
  };
  const returned = (kind: AskedKind): number | null => {
    const counts = of(kind).map((result) => result.returned);
    return counts.length === 0 ? null : rounded(mean(counts), 2);
  };
  const recall10 = (list: "filled" | "default"): number =>
    rounded(100 * mean(of("own").map((result) => result.recall10[list])), 2);
  return {
    auc: { foreign: auc("foreign"), smallTalk: auc("smallTalk") },
    returned: {
      own: returned("own"),
      foreign: returned("foreign"),
      smallTalk: returned("smallTalk"),
    },
    recall10: { filled: recall10("filled"), default: recall10("default") },
  };
}

/** The report for a person. */
export function formatSilenceReport(name: string, results: readonly SilenceResult[]): string {
  const { auc, returned, recall10 } = makeSilenceReport(results);
  const rows = KINDS.map(([kind, title]) => {
    const asked = ofKind(results, kind);
    const silent = asked.filter((result) => result.returned === 0).length / asked.length;
    const cells = [
      String(asked.length),
      text(kind === "own" ? null : auc[kind], 3),
      ...SHARES.map((share) => percentile(best(asked), share).toFixed(2)),
      text(returned[kind], 2),
      asked.length === 0 ? "–" : `${Math.round(100 * silent)} %`,
    ];
    return row(title, cells);
  });
  return [
    `${name}: best relevance and memories returned by default`,
    "",
    row("", ["asked", "AUC", ...SHARES.map((share) => `p${100 * share}`), "returned", "silent"]),
    ...rows,
    "",
    `  own questions, R@10: filled ${recall10.filled.toFixed(1)}, by default ${recall10.default.toFixed(1)}`,
  ].join("\n");
}

function row(title: string, cells: readonly string[]): string {
  return `  ${title.padEnd(26)}${cells.map((cell) => cell.padStart(9)).join("")}`;
}

function text(value: number | null, digits: number): string {
  return value === null ? "–" : value.toFixed(digits);
}

function ofKind(results: readonly SilenceResult[], kind: AskedKind): readonly SilenceResult[] {
  return results.filter((result) => result.kind === kind);
}

function best(results: readonly SilenceResult[]): readonly number[] {
  return results.map((result) => result.best);
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
