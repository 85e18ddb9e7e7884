import { integer } from "./integer.ts";
import type { ProgressLine } from "./progress-line.ts";
import type { Finding } from "./run-measurement.ts";

/** Work for each number of records, and its report. */
export interface CountsRun<Report> {
  /** Numbers of records, separated by commas. */
  readonly counts: string;
  readonly progress: ProgressLine;
  readonly measure: (records: number) => Promise<Report>;
  readonly describe: (report: Report) => string;
}

/** Measures one number of records after the other, and prints each report when it is there. */
export async function runCounts<Report>(run: CountsRun<Report>): Promise<Finding> {
  const counts = run.counts.split(",").map((one) => integer(one, "--count", [10, 1_000_000]));
  const runs: Report[] = [];
  for (const records of counts) {
    const report = await run.measure(records);
    run.progress.end();
    process.stdout.write(run.describe(report));
    runs.push(report);
  }
  return { text: "", figures: { runs } };
}
