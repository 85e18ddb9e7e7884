import { integer } from "../integer.ts";
import { runCounts } from "../run-counts.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import type { Times } from "../times.ts";
import { CALLS, measureTurns } from "./measure.ts";
import type { TurnReport } from "./measure.ts";

const USAGE = `npm run measure -- ai-sdk [--count N[,N...]] [--messages N] [--length N]
    [--rounds N] [--json] [--save FILE]

What a turn of the AI SDK costs over recall where the model has a memory: asks a memory on SQLite the same by
memory.recall, by memory.context, and by generateText and streamText without and with withMemory, in turns in one
process, with a model that answers at once and an embedder that takes next to nothing.

  --count N[,N...]  records (default 1000,10000)
  --messages N      messages of the chat before the question, up to 10000 (default 20)
  --length N        characters of each of these messages (default what the sample texts have, about 60)
  --rounds N        how often each of eight queries is asked each way (default 500)
  --json            end with one JSON object on the last line
  --save FILE       write that object with machine and versions to FILE`;

function describeReport({ records, messages, length, calls, times, added }: TurnReport): string {
  const rows: readonly (readonly [string, Times])[] = [
    ...CALLS.map((name) => [name, times[name]] as const),
    ["added to generateText over recall", added.generateText],
    ["the same with a thread", added["generateText with a thread"]],
    ["added to streamText over recall", added.streamText],
  ];
  const lines = rows.map(
    ([name, { p50Ms, p95Ms }]) => `  ${name.padEnd(38)}p50 ${p50Ms} ms, p95 ${p95Ms} ms\n`,
  );
  const size = length === undefined ? "" : ` of ${length} characters`;
  return `${records} records, ${messages} messages${size}, ${calls} calls each\n${lines.join("")}`;
}

const parse = optionParser({
  count: { type: "string", default: "1000,10000" },
  messages: { type: "string", default: "20" },
  length: { type: "string" },
  rounds: { type: "string", default: "500" },
});

await runMeasurement(USAGE, parse, async (values, progress) => {
  const messages = integer(values.messages, "--messages", [0, 10_000]);
  const length =
    values.length === undefined ? undefined : integer(values.length, "--length", [1, 1_000_000]);
  const rounds = integer(values.rounds, "--rounds", [1, 100_000]);
  return runCounts({
    counts: values.count,
    progress,
    measure: (records) =>
      measureTurns({ records, messages, length, rounds, onProgress: progress.show }),
    describe: describeReport,
  });
});
