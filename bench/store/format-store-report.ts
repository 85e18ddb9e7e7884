import type { StoreReport } from "./store-report.ts";

const NAME_WIDTH = 38;
const BAR_WIDTH = 30;

/**
 * The report for people: what was measured, and a bar a store, on a scale where each step is a
 * doubling.
 */
export function formatStoreReport(report: StoreReport): string {
  const { count, dimensions, hard, vector, hybrid, smallScope } = report;
  const { writeRowsPerSecond: writes, rememberRowsPerSecond: remembers } = report;
  const rows: readonly (readonly [string, string])[] = [
    ["vector leg", `${times(vector)}, recall@10 ${vector.recallAt10}`],
    ["whole hybrid recall", `${times(hybrid)}, recall@10 ${hybrid.recallAt10}`],
    ["hybrid recall in a scope of 100", `p50 ${smallScope.p50Ms} ms`],
    ["against sqlite-vec vec0", `${report.vectorSpeedup} times as fast`],
    ["store.write, rows/s", rates(writes)],
    ["memory.rememberAll, rows/s", rates(remembers)],
    [
      "one durable write",
      `${report.singleWriteP50Ms} ms, ${report.singleCommitRatio} times a bare commit`,
    ],
    ["made ready after filling in", `${(report.settleMs / 1_000).toFixed(1)} s`],
    ["bytes on disk per record", String(report.bytesPerRecord)],
    ["cold open to first answer", `${report.coldOpenMs} ms, warm after ${report.warmAfterMs} ms`],
    [
      "event loop while writing and asking",
      `p99 ${report.loopDelayP99Ms} ms, longest ${report.loopDelayMaxMs} ms`,
    ],
  ];
  return [
    `${report.store}: ${count} records, ${dimensions} dimensions${hard ? ", hard" : ""}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(NAME_WIDTH)}${value}`),
    "",
    ...bars(report),
    ...report.skippedPeers.map(
      ({ name, reason }) => `  ${name.padEnd(NAME_WIDTH)}skipped: ${reason}`,
    ),
  ].join("\n");
}

/** Vector search of Kioku and its peers, fastest first. */
function bars({ vector, peers, fillMs }: StoreReport): readonly string[] {
  const kioku = { name: "Kioku", ...vector, buildMs: fillMs };
  const all = [kioku, ...peers].toSorted((a, b) => a.p50Ms - b.p50Ms);
  const [fastest, slowest] = [all[0], all.at(-1)].map((one) => Math.max(one?.p50Ms ?? 0, 0.001));
  const doublings = Math.log2((slowest ?? 1) / (fastest ?? 1)) + 1;
  return all.map(({ name, p50Ms, recallAt10, buildMs }) => {
    const steps = Math.log2(Math.max(p50Ms, 0.001) / (fastest ?? 1)) + 1;
    const bar = "█".repeat(Math.max(Math.round((BAR_WIDTH * steps) / doublings), 1));
    const told = `${String(p50Ms).padStart(9)} ms  recall@10 ${recallAt10.toFixed(3)}  filled in ${(buildMs / 1_000).toFixed(1).padStart(6)} s`;
    return `  ${name.padEnd(NAME_WIDTH)}${told}  ${bar}`;
  });
}

function times({ p50Ms, p95Ms }: { readonly p50Ms: number; readonly p95Ms: number }): string {
  return `p50 ${p50Ms} ms, p95 ${p95Ms} ms`;
}

function rates(given: Readonly<Record<string, number>>): string {
  return Object.entries(given)
    .map(([size, rate]) => `${rate} in batches of ${size}`)
    .join(", ");
}
