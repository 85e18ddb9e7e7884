/** Writes the results of bench/results/store into the READMEs of the stores: `node bench/store/quote-results.ts`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { StoreReport } from "./store-report.ts";

/** A README, and the folder of what it quotes. */
interface Quoted {
  readonly results: URL;
  readonly readme: URL;
}

/** By the name of the store. */
export const QUOTED: Readonly<Record<"sqlite" | "postgres", Quoted>> = {
  sqlite: {
    results: new URL("../results/store/", import.meta.url),
    readme: new URL("../../packages/store-sqlite/README.md", import.meta.url),
  },
  postgres: {
    results: new URL("../results/store/postgres/", import.meta.url),
    readme: new URL("../../packages/store-postgres/README.md", import.meta.url),
  },
};

const BEGIN = "<!-- bench:store -->";
const END = "<!-- /bench:store -->";

/** Of the usual vectors; others have more in their names. */
const USUAL = /^\d+\.json$/u;

/** The saved reports, smallest first; none if nothing was saved yet. */
export function readReports({ results }: Quoted): readonly StoreReport[] {
  if (!existsSync(results)) return [];
  return readdirSync(results)
    .filter((name) => USUAL.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, results), "utf8")) as StoreReport)
    .toSorted((a, b) => a.count - b.count);
}

type Cell = readonly [what: string, of: (report: StoreReport) => string];

const ROWS: readonly Cell[] = [
  ["vector leg, 10 nearest, p50", ({ vector }) => `${vector.p50Ms} ms`],
  ["its recall@10 against exact", ({ vector }) => String(vector.recallAt10)],
  ["as fast as sqlite-vec's vec0, in turns", ({ vectorSpeedup }) => `${vectorSpeedup} times`],
  ["whole hybrid `recall`, p50", ({ hybrid }) => `${hybrid.p50Ms} ms`],
  [
    "hybrid `recall` in a scope of 100 beside it, p50",
    ({ smallScope }) => `${smallScope.p50Ms} ms`,
  ],
  [
    "records/s written, in batches of 1,000",
    ({ writeRowsPerSecond }) => String(writeRowsPerSecond["1000"]),
  ],
  [
    "one durable write, against a bare commit",
    ({ singleCommitRatio }) => `${singleCommitRatio} times`,
  ],
  ["bytes on disk a record", ({ bytesPerRecord }) => String(bytesPerRecord)],
  ["a fresh process, to the first answer", ({ coldOpenMs }) => `${coldOpenMs} ms`],
];

/** The README with these results in their place. */
export function quoteResults(readme: string, reports: readonly StoreReport[]): string {
  const head = ["records", ...reports.map(({ count }) => count.toLocaleString("en-US"))];
  const rule = ["---", ...reports.map(() => "---:")];
  const rows = ROWS.map(([what, of]) => [what, ...reports.map((report) => of(report))]);
  const table = aligned([head, rule, ...rows]).join("\n");
  const begin = readme.indexOf(BEGIN) + BEGIN.length;
  if (reports.length === 0)
    return `${readme.slice(0, begin)}\n\n${readme.slice(readme.indexOf(END))}`;
  return `${readme.slice(0, begin)}\n\n${table}\n\n${readme.slice(readme.indexOf(END))}`;
}

/** As the formatter has it: the first column to the left, numbers to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      if (cell.startsWith("---"))
        return cell.endsWith(":") ? `${"-".repeat(width - 1)}:` : "-".repeat(width);
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${cells.join(" | ")} |`;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const quoted of Object.values(QUOTED)) {
    const { readme } = quoted;
    writeFileSync(readme, quoteResults(readFileSync(readme, "utf8"), readReports(quoted)));
  }
}
