import { integer } from "../integer.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { CALLS, measureCli } from "./measure.ts";

const USAGE = `npm run measure -- cli [--count N] [--runs N] [--json] [--save FILE]

What a call of kioku takes from its start to its end: recall in a file of memories, and --help, in turns with node -e 0.
Code is compiled before, as after the first call of a user.

  --count N       memories in the file (default 10000)
  --runs N        of each call (default 30)
  --json          end with one JSON object on the last line
  --save FILE     write that object with machine and versions to FILE`;

const parse = optionParser({
  count: { type: "string", default: "10000" },
  runs: { type: "string", default: "30" },
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  const report = await measureCli({
    memories: integer(values.count, "--count", [10, 1_000_000]),
    runs: integer(values.runs, "--runs", [1, 1_000]),
    onProgress: show,
  });
  const { medianMs, leastMs } = report;
  const lines = (Object.keys(CALLS) as (keyof typeof CALLS)[]).map(
    (name) => `  ${name.padEnd(8)} ${medianMs[name]} ms, at least ${leastMs[name]}\n`,
  );
  return { text: lines.join(""), figures: report };
});
