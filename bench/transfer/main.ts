import { integer } from "../integer.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { measureTransfer } from "./measure.ts";
import type { StepReport } from "./measure.ts";

const USAGE = `npm run measure -- transfer [--full | --count N] [--json] [--save FILE]

Exports a memory with vectors of 256 dimensions from SQLite, imports it into an empty file in another process, exports that
again, and compares the two byte for byte. Shows time and memory of each step. Exits with 1 if they differ.

  --count N     records (default 2000)
  --full        100000 records, and 10000 before that, to compare what memory they took
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

function countsOf(values: { readonly full: boolean; readonly count: string }): readonly number[] {
  if (values.full) return [10_000, 100_000];
  return [integer(values.count, "--count", [1, 1_000_000])];
}

function describeStep(name: string, { records, ms, peakMiB, tenthsMiB }: StepReport): string {
  const rate = Math.round((records / Math.max(ms, 1)) * 1_000);
  return `  ${name.padEnd(8)}${ms} ms, ${rate}/s, at most ${peakMiB} MiB, by tenths ${tenthsMiB.join(" ")}\n`;
}

const parse = optionParser({
  count: { type: "string", default: "2000" },
  full: { type: "boolean", default: false },
});

await runMeasurement(USAGE, parse, async (values) => {
  const runs = [];
  for (const count of countsOf(values)) {
    const report = await measureTransfer(count, (step) => process.stderr.write(`… ${step}\n`));
    const result = report.equal ? "equal byte for byte" : "DIFFERENT";
    process.stdout.write(`${count} records, ${report.fileMiB} MiB: ${result}\n`);
    for (const name of ["fill", "export", "import"] as const) {
      process.stdout.write(describeStep(name, report[name]));
    }
    if (!report.equal) process.exitCode = 1;
    runs.push(report);
  }
  return { text: "", figures: { runs } };
});
