import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { machine } from "../machine.ts";
import { progressLine } from "../progress-line.ts";
import { readRecallSet } from "./recall-set.ts";
import type { RecallSet } from "./recall-set.ts";
import { formatReport, makeReport } from "./report.ts";
import { runRecall } from "./run-recall.ts";
import type { QueryResult } from "./run-recall.ts";

const USAGE = `npm run bench:recall -- --data FILE [--json] [--save FILE]

Measures how well Kioku finds what answers a question: remembers each group of a recall set in a scope of its own (SQLite,
local embedder), asks its queries through recall, and prints recall, nDCG, MRR and time per query.

  --data FILE   the recall set (format: bench/README.md)
  --json        end with one JSON object on the last line
  --save FILE   write that object with machine and versions to FILE`;

async function measure(set: RecallSet): Promise<readonly QueryResult[]> {
  const directory = await mkdtemp(join(tmpdir(), "kioku-bench-"));
  const memory = createMemory({
    store: sqliteStore({ path: join(directory, "recall.db") }),
    embedder: localEmbedder(),
  });
  const progress = progressLine(process.stderr);
  try {
    return await runRecall(memory, set, ({ phase, done, total }) =>
      progress.show(phase, done, total),
    );
  } finally {
    progress.end();
    await memory.close();
    await rm(directory, { recursive: true, force: true });
  }
}

try {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      json: { type: "boolean", default: false },
      save: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) process.stdout.write(`${USAGE}\n`);
  else if (values.data === undefined) {
    process.stderr.write(`--data FILE is missing\n\n${USAGE}\n`);
    process.exitCode = 2;
  } else {
    const set = await readRecallSet(values.data);
    const report = makeReport(set, await measure(set));
    process.stdout.write(`${formatReport(report)}\n`);
    if (values.save !== undefined) {
      await writeFile(values.save, `${JSON.stringify({ ...machine(), ...report }, null, 2)}\n`);
    }
    if (values.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
