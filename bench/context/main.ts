import { parseArgs } from "node:util";

import { integer } from "../integer.ts";
import { progressLine } from "../progress-line.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import { withTemporaryMemory } from "../recall/temporary-memory.ts";
import { saveResult } from "../saved-result.ts";
import { endWith, UsageError } from "../usage-error.ts";
import { measureContext } from "./measure-context.ts";
import type { ContextReport } from "./measure-context.ts";

const USAGE = `npm run measure -- context --data FILE [--budget N[,N...]] [--json] [--save FILE]

Measures whether what answers a question is in the text for a prompt: remembers each group of a recall set in a scope of its own
(SQLite, local embedder), and asks memory.context for its questions, with all else by default.

  --data FILE        the recall set (format: bench/README.md)
  --budget N[,N...]  tokens (default 1000)
  --json             end with one JSON object on the last line
  --save FILE        write that object with machine and versions to FILE`;

const progress = progressLine(process.stderr);

try {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      budget: { type: "string", default: "1000" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else {
    if (values.data === undefined) throw new UsageError(`--data FILE is missing\n\n${USAGE}`);
    const budgets = values.budget.split(",").map((one) => integer(one, "--budget", [1, 1_000_000]));
    const set = await readRecallSet(values.data);
    const runs = await withTemporaryMemory((memory) =>
      measureContext(memory, {
        set,
        budgets,
        onProgress: ({ phase, done, total }) => progress.show(phase, done, total),
      }),
    );
    progress.end();
    const report = { set: set.name, runs };
    process.stdout.write(`${describe(set.name, runs)}\n`);
    if (values.save !== undefined) await saveResult(values.save, report);
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  progress.end();
  endWith(error);
}

function describe(name: string, runs: readonly ContextReport[]): string {
  const rows = runs.map(
    ({ budget, whole, share, tokens, lines, p50Ms }) =>
      `  ${String(budget).padStart(6)} tokens: all evidence inside ${whole.toFixed(1)} %, of all ${share.toFixed(1)} %; ` +
      `${tokens.toFixed(0)} tokens, ${lines.toFixed(1)} memories, p50 ${p50Ms} ms`,
  );
  return [`${name}: ${runs[0]?.questions ?? 0} questions`, ...rows].join("\n");
}
