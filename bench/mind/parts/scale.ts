import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createMind } from "@kioku/mind";
import { sqliteStore } from "@kioku/store-sqlite";

import { openMemory } from "../../recall/recall-settings.ts";
import { madeMessage } from "../made-talk.ts";
import type { Figure, MindPart, PartProgress } from "../mind-part.ts";

const RECORDS = 40_000;
/** Records of `--quick`. */
const FEW = 2_000;
const ROUNDS = 31;
const MOST_MS = 50;
const MOST_MIB = 300;
/** Messages of a thread, and of one write. */
const THREAD = 150;
const AT_ONCE = 1_000;
const CHILD = fileURLToPath(new URL("../scale-child.ts", import.meta.url));

/** A run over 20 messages in a large file, in a process of its own, without a model. */
export const scale: MindPart = {
  name: "scale",
  figures: "a run over 20 messages in a large SQLite file: time, and memory of its process",
  needsData: false,
  run: async (_, progress) => {
    const directory = await mkdtemp(join(tmpdir(), "kioku-bench-"));
    const path = join(directory, "memory.db");
    const records = progress.isQuick ? FEW : RECORDS;
    try {
      const { facts, msPerBatch } = await fill(path, records, progress);
      const args = [CHILD, path, String(records), String(progress.isQuick ? 9 : ROUNDS)];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return figuresOf(JSON.parse(stdout) as Measured, { records, facts, msPerBatch });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

interface Measured {
  readonly times: readonly number[];
  readonly cpuTimes: readonly number[];
  readonly residentMiB: number;
}

interface Filled {
  readonly records: number;
  readonly facts: number;
  readonly msPerBatch: number;
}

/** Fills a file with turns and what a mind makes of them. */
async function fill(
  path: string,
  records: number,
  progress: PartProgress,
): Promise<Omit<Filled, "records">> {
  let now = Date.UTC(2026, 0, 1);
  const clock = (): Date => new Date(now);
  const memory = openMemory({ store: sqliteStore({ path }), clock }, {});
  const mind = createMind({ memory, clock, automatic: false });
  for (let from = 0; from < records; from += AT_ONCE) {
    const turns = Array.from({ length: AT_ONCE }, (_, index) => from + index);
    await memory.rememberAll(
      turns.map((number) => ({
        ...madeMessage(number),
        kind: "message",
        thread: `talk ${Math.floor(number / THREAD)}`,
      })),
    );
    now += 3_600_000;
  }
  const start = performance.now();
  const { turns } = await mind.consolidate({
    onProgress: (report) => progress.show("scale", report.turns, records),
  });
  const msPerBatch = ((performance.now() - start) / turns) * 20;
  const { facts } = await mind.stats();
  await mind.close();
  await memory.close();
  return { facts, msPerBatch };
}

function figuresOf(measured: Measured, filled: Filled): readonly Figure[] {
  const { times, cpuTimes, residentMiB } = measured;
  return [
    { name: "turns", value: filled.records },
    { name: "facts", value: filled.facts },
    {
      name: "a run over 20 messages, median ms",
      value: rank(times, 0.5),
      atMost: MOST_MS,
      digits: 1,
    },
    { name: "90th percentile, ms", value: rank(times, 0.9), digits: 1 },
    { name: "time of processors, median ms", value: rank(cpuTimes, 0.5), digits: 1 },
    { name: "the first run of a process, ms", value: times[0] ?? 0, digits: 1 },
    { name: "of a backlog, ms for 20 messages", value: filled.msPerBatch, digits: 1 },
    { name: "resident memory, MiB", value: residentMiB, atMost: MOST_MIB, digits: 0 },
  ];
}

/** Returns a quantile. The first run also loads what the others find loaded, and is left out. */
function rank(times: readonly number[], share: number): number {
  const sorted = times.slice(1).toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
