import type { ConfigurationResult, SetAblation } from "./ablation-report.ts";

const CUTOFFS = ["1", "5", "10", "50"];

/** Markdown: recall@10 of all sets beside each other, then a table for each set. */
export function formatAblation(sets: readonly SetAblation[]): string {
  const overview = sets.length > 1 ? [formatOverview(sets)] : [];
  return [...overview, ...sets.map(formatSet)].join("\n\n");
}

function formatOverview(sets: readonly SetAblation[]): string {
  const names = sets[0]?.results.map(({ name }) => name) ?? [];
  const rows = names.map((name, index) => [
    name,
    ...sets.map(({ results }) => {
      const result = results[index];
      return result ? `${recallAt(result, "10")} (${formatDifference(result)})` : "";
    }),
  ]);
  return formatTable(["recall@10 (difference)", ...sets.map(({ set }) => set)], rows);
}

function formatSet({ set, records, queries, results }: SetAblation): string {
  const head = [
    "configuration",
    ...CUTOFFS.map((k) => `R@${k}`),
    "R@10 to default",
    "standard error",
    "p50 ms",
  ];
  const rows = results.map((result) => [
    result.name,
    ...CUTOFFS.map((k) => recallAt(result, k)),
    formatDifference(result),
    result.differenceError10.toFixed(1),
    String(result.p50Ms),
  ]);
  return `${set}: ${records} records, ${queries} queries\n\n${formatTable(head, rows)}`;
}

function recallAt({ recall }: ConfigurationResult, k: string): string {
  return (recall[k] ?? 0).toFixed(1);
}

function formatDifference({ difference10 }: ConfigurationResult): string {
  const rounded = difference10.toFixed(1).replace(/^-0\.0$/, "0.0");
  return rounded.startsWith("-") || rounded === "0.0" ? rounded : `+${rounded}`;
}

/** Names to the left, numbers to the right. */
function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(" | ")} |`;
  };
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
