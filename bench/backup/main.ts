import { parseArgs } from "node:util";

import { saveResult } from "../saved-result.ts";
import { endWith, UsageError } from "../usage-error.ts";
import { measureBackup } from "./measure.ts";

const USAGE = `npm run measure -- backup [--count N] [--json] [--save FILE]

Backs a memory in SQLite with vectors of 256 dimensions up to a server of S3 on this machine, restores it into a new file, and
compares exports of the two byte for byte; then the same encrypted. Shows time and memory. Exits with 1 if they differ.

  --count N     records (default 2000)
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

try {
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "2000" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const count = Number(values.count);
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else if (!Number.isInteger(count) || count < 1 || count > 1_000_000) {
    throw new UsageError(`--count must be a whole number from 1 to 1000000, got ${values.count}`);
  } else {
    const runs = await measureBackup(count, (step) => process.stderr.write(`… ${step}\n`));
    for (const { records, isEncrypted, databaseMiB, storedMiB, equal, ...steps } of runs) {
      const how = isEncrypted ? ", encrypted" : "";
      const result = equal ? "equal byte for byte" : "DIFFERENT";
      process.stdout.write(
        `${records} memories${how}, ${databaseMiB} MiB, stored in ${storedMiB} MiB: ${result}\n`,
      );
      for (const name of ["backup", "restore"] as const) {
        const { ms, mibPerSecond, peakMiB } = steps[name];
        const line = `${ms} ms, ${mibPerSecond} MiB/s, at most ${peakMiB} MiB of memory`;
        process.stdout.write(`  ${name.padEnd(8)}${line}\n`);
      }
      if (!equal) process.exitCode = 1;
    }
    if (values.save !== undefined) await saveResult(values.save, { runs });
    if (values.json) process.stdout.write(`${JSON.stringify({ runs })}\n`);
  }
} catch (error) {
  endWith(error);
}
