import { integer } from "../integer.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { withTemporaryMemory } from "../recall/temporary-memory.ts";
import { optionParser, runMeasurement } from "../run-measurement.ts";
import { UsageError } from "../usage-error.ts";
import { measureContext } from "./measure-context.ts";
import type { ContextReport } from "./measure-context.ts";

const USAGE = `npm run measure -- context --data FILE [--budget N[,N...]] [--json] [--save FILE]

Measures whether what answers a question is in the text for a prompt: remembers each group of a recall set in a scope of its own
(SQLite, local embedder), and asks memory.context for its questions, with all else by default.

  --data FILE        the recall set (format: bench/README.md)
  --budget N[,N...]  tokens (default 1000)
  --json             end with one JSON object on the last line
  --save FILE        write that object with machine and versions to FILE`;

const parse = optionParser({
  data: { type: "string" },
  budget: { type: "string", default: "1000" },
});

await runMeasurement(USAGE, parse, async (values, { show }) => {
  if (values.data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
  const budgets = values.budget.split(",").map((one) => integer(one, "--budget", [1, 1_000_000]));
  const set = await readRecallSet(values.data);
  const runs = await withTemporaryMemory((memory) =>
    measureContext(memory, {
      set,
      budgets,
      onProgress: ({ phase, done, total }) => show(phase, done, total),
    }),
  );
  return { text: `${describe(set.name, runs)}\n`, figures: { set: set.name, runs } };
});

function describe(name: string, runs: readonly ContextReport[]): string {
  const rows = runs.map(
    ({ budget, whole, share, tokens, lines, p50Ms }) =>
      `  ${String(budget).padStart(6)} tokens: all evidence inside ${whole.toFixed(1)} %, of all ${share.toFixed(1)} %; ` +
      `${tokens.toFixed(0)} tokens, ${lines.toFixed(1)} memories, p50 ${p50Ms} ms`,
  );
  return [`${name}: ${runs[0]?.questions ?? 0} questions`, ...rows].join("\n");
}
