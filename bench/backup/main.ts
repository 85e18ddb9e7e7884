import { integer } from "../integer.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { measureBackup } from "./measure.ts";

const USAGE = `npm run measure -- backup [--count N] [--json] [--save FILE]

Backs a memory in SQLite with vectors of 256 dimensions up to a server of S3 on this machine, restores it into a new file, and
compares exports of the two byte for byte; then the same encrypted. Shows time and memory. Exits with 1 if they differ.

  --count N     records (default 2000)
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

const parse = optionParser({ count: { type: "string", default: "2000" } });

await runMeasurement(USAGE, parse, async (values) => {
  const count = integer(values.count, "--count", [1, 1_000_000]);
  const runs = await measureBackup(count, (step) => process.stderr.write(`… ${step}\n`));
  const lines: string[] = [];
  for (const { records, isEncrypted, databaseMiB, storedMiB, equal, ...steps } of runs) {
    const how = isEncrypted ? ", encrypted" : "";
    const result = equal ? "equal byte for byte" : "DIFFERENT";
    lines.push(
      `${records} memories${how}, ${databaseMiB} MiB, stored in ${storedMiB} MiB: ${result}\n`,
    );
    for (const name of ["backup", "restore"] as const) {
      const { ms, mibPerSecond, peakMiB } = steps[name];
      const line = `${ms} ms, ${mibPerSecond} MiB/s, at most ${peakMiB} MiB of memory`;
      lines.push(`  ${name.padEnd(8)}${line}\n`);
    }
    if (!equal) process.exitCode = 1;
  }
  return { text: lines.join(""), figures: { runs } };
});
