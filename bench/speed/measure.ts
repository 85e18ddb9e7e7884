import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { createMemory } from "@kioku/core";
import type { Memory, MemoryRoot } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { percentile } from "../recall/metrics.ts";
import { SAMPLE_QUERIES, sampleTexts } from "./sample-texts.ts";

/** Figures of one run; times in milliseconds. */
export interface SpeedReport {
  readonly records: number;
  /** Median over fresh processes. */
  readonly importCoreMs: number;
  /** Median over fresh processes, from the start of the program's own code. */
  readonly firstRememberMs: number;
  readonly rememberAll: { readonly ms: number; readonly recordsPerSecond: number };
  readonly rememberOneMs: { readonly p50: number; readonly p95: number };
  /** Hybrid recall in the scope that holds all records. */
  readonly recall: { readonly p50Ms: number; readonly p95Ms: number };
  /** The same with a filter, which is applied inside the search. */
  readonly filteredRecall: { readonly p50Ms: number; readonly p95Ms: number };
  /** Hybrid recall in a scope of 100 records of the same file. */
  readonly smallScopeRecall: { readonly p50Ms: number; readonly p95Ms: number };
  /** Length of the closed file. */
  readonly bytesPerRecord: number;
}

const FRESH_PROCESSES = 7;
const ROUNDS = 15;
const SINGLE_WRITES = 60;
const SMALL_SCOPE = 100;

/** Measures everything once, in a temporary folder. */
export async function measureSpeed(
  count: number,
  onStep: (step: string) => void,
): Promise<SpeedReport> {
  const directory = await mkdtemp(join(tmpdir(), "kioku-speed-"));
  const memory = open(join(directory, "speed.db"));
  try {
    onStep("fresh processes");
    const importCoreMs = await inFreshProcesses("import", directory);
    const firstRememberMs = await inFreshProcesses("remember", directory);
    onStep(`remembering ${count}`);
    const all = memory.scope("all");
    const texts = sampleTexts(count);
    const started = performance.now();
    await all.rememberAll(
      texts.map((content, index) => ({ content, metadata: { part: index % 10 } })),
    );
    const rememberMs = performance.now() - started;
    await memory.scope("small").rememberAll(texts.slice(0, SMALL_SCOPE));
    onStep("single writes");
    const single = await timeEach(SINGLE_WRITES, (index) =>
      all.remember(`one more memory, number ${index}`),
    );
    onStep("recall");
    const recalls = {
      recall: await timeRecall(all),
      filteredRecall: await timeRecall(all, 3),
      smallScopeRecall: await timeRecall(memory.scope("small")),
    };
    // Until then most of it is in the log.
    await memory.close();
    const { size } = await stat(join(directory, "speed.db"));
    return {
      records: count,
      importCoreMs,
      firstRememberMs,
      rememberAll: {
        ms: round(rememberMs),
        recordsPerSecond: Math.round((1_000 * count) / rememberMs),
      },
      rememberOneMs: { p50: round(percentile(single, 0.5)), p95: round(percentile(single, 0.95)) },
      ...recalls,
      bytesPerRecord: Math.round(size / (count + SMALL_SCOPE + SINGLE_WRITES)),
    };
  } finally {
    await memory.close();
    await rm(directory, { recursive: true, force: true });
  }
}

function open(path: string): MemoryRoot {
  return createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
}

async function timeRecall(scope: Memory, part?: number): Promise<{ p50Ms: number; p95Ms: number }> {
  const filter = part === undefined ? {} : { filter: { part } };
  for (const query of SAMPLE_QUERIES) await scope.recall({ query, ...filter });
  const times = await timeEach(ROUNDS * SAMPLE_QUERIES.length, (index) =>
    scope.recall({ query: SAMPLE_QUERIES[index % SAMPLE_QUERIES.length] ?? "", ...filter }),
  );
  return { p50Ms: round(percentile(times, 0.5)), p95Ms: round(percentile(times, 0.95)) };
}

async function timeEach(
  times: number,
  run: (index: number) => Promise<unknown>,
): Promise<number[]> {
  const durations: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const started = performance.now();
    await run(index);
    durations.push(performance.now() - started);
  }
  return durations;
}

async function inFreshProcesses(what: "import" | "remember", directory: string): Promise<number> {
  const child = fileURLToPath(new URL("child.ts", import.meta.url));
  const times: number[] = [];
  for (let attempt = 0; attempt < FRESH_PROCESSES; attempt += 1) {
    const path = join(directory, `fresh-${attempt}.db`);
    const { stdout } = await promisify(execFile)(process.execPath, [child, what, path]);
    times.push(Number(stdout));
  }
  return round(percentile(times, 0.5));
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
