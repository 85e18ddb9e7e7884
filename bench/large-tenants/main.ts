import { runMeasurement } from "../run-measurement.ts";
import type { CpuBeside } from "./cpu-beside.ts";
import type { Beside } from "./large-report.ts";
import { parseLargeCommand, USAGE } from "./large-settings.ts";
import { measureLarge } from "./measure-large.ts";

await runMeasurement(USAGE, parseLargeCommand, async ({ settings }, { show }) => {
  const report = await measureLarge(settings, show);
  const { recall, remember, firstRecall, roundTrip, plainSearch, plainInsert } = report;
  const lines = [
    `${report.small} scopes of ${report.records} records, without and with ${report.large} scopes of ${report.vectors} beside`,
    line("recall", recall),
    line("remember", remember),
    cpu("  processor of the server", report.cpu.recall),
    cpu("  the same of remember", report.cpu.remember),
    line("first recall of a connection", firstRecall),
    `  a bare round trip             p50 ${roundTrip.p50Ms} ms`,
    `  ten nearest, plain pgvector   p50 ${plainSearch.p50Ms} ms`,
    `  an insert with HNSW, plain    p50 ${plainInsert.p50Ms} ms`,
    `  made ready in ${(report.settleMs / 1_000).toFixed(1)} s`,
  ];
  return { text: `${lines.join("\n")}\n`, figures: report };
});

function cpu(name: string, { withoutMs, withMs, ratio }: CpuBeside): string {
  return `  ${name.padEnd(30)}${withoutMs} ms and ${withMs} ms, ${ratio} times`;
}

function line(name: string, { without, with: beside, ratio }: Beside): string {
  return `  ${name.padEnd(30)}p50 ${without.p50Ms} ms and ${beside.p50Ms} ms, ${ratio} times`;
}
