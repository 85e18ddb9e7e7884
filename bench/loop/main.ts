import { integer } from "../integer.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { measureLoop, SUBJECTS } from "./measure.ts";

const USAGE = `npm run measure -- loop [--count N] [--characters N] [--runs N] [--json] [--save FILE]

How long work holds the event loop at once, on a SQLite file with the local embedder and all options at their defaults:
forgetting, purging, sweeping and erasing many records, a long Chinese text and query, and a context of long notes.
The time is the longest between two setImmediate callbacks, of all runs.

  --count N       records that go (default 10000)
  --characters N  of the Chinese text and query; notes have about a quarter (default 1000000)
  --runs N        (default 10)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const parse = optionParser({
  count: { type: "string", default: "10000" },
  characters: { type: "string", default: "1000000" },
  runs: { type: "string", default: "10" },
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  const report = await measureLoop({
    records: integer(values.count, "--count", [10, 1_000_000]),
    characters: integer(values.characters, "--characters", [100, 4_000_000]),
    runs: integer(values.runs, "--runs", [1, 1_000]),
    onProgress: show,
  });
  const lines = SUBJECTS.map((subject) => {
    const cpu = `${report.worstCpuMs[subject]} ms of processor time`;
    return `  ${subject.padEnd(10)} at most ${report.worstMs[subject]} ms, ${cpu}\n`;
  });
  return { text: lines.join(""), figures: report };
});
