import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { createMemory } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { sqliteStore } from "@kioku/store-sqlite";

import { median } from "../embed/median.ts";
import { shortTexts } from "../embed/sample-texts.ts";

const KIOKU = fileURLToPath(new URL("../../packages/cli/dist/bin.js", import.meta.url));
const BATCH = 1_000;

/** Programs that are timed, in turns. */
export const CALLS = {
  node: ["-e", "0"],
  help: [KIOKU, "--help"],
  recall: [KIOKU, "recall", "What would my doctor like to have at home?"],
} as const;

type Call = keyof typeof CALLS;

/** Times of calls of the command line, from start to end. */
export interface CliReport {
  readonly memories: number;
  readonly runs: number;
  /** Median of wall time; `node` is `node -e 0`. */
  readonly medianMs: Readonly<Record<Call, number>>;
  /** Shortest wall time, when the machine did little else. */
  readonly leastMs: Readonly<Record<Call, number>>;
}

/** Options of `measureCli`. */
interface CliOptions {
  readonly memories: number;
  readonly runs: number;
  readonly onProgress: (what: string, done: number, total: number) => void;
}

/** Times cold calls of `kioku` on a file with so many memories. */
export async function measureCli({ memories, runs, onProgress }: CliOptions): Promise<CliReport> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-bench-cli-"));
  try {
    const database = join(folder, "memory.db");
    await fill(database, memories, onProgress);
    const env = { PATH: process.env["PATH"], HOME: folder, KIOKU_DATABASE: database };
    const names = Object.keys(CALLS) as Call[];
    // The first calls compile what the others read.
    for (const name of names) await timeCall(CALLS[name], env);
    const times: Record<Call, number[]> = { node: [], help: [], recall: [] };
    for (let run = 0; run < runs; run += 1) {
      onProgress("calls", run, runs);
      for (const name of names) times[name].push(await timeCall(CALLS[name], env));
    }
    const figures = (figure: (values: readonly number[]) => number): Record<Call, number> => ({
      node: figure(times.node),
      help: figure(times.help),
      recall: figure(times.recall),
    });
    return {
      memories,
      runs,
      medianMs: figures((values) => Math.round(median(values))),
      leastMs: figures((values) => Math.round(Math.min(...values))),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(
  path: string,
  memories: number,
  onProgress: CliOptions["onProgress"],
): Promise<void> {
  await using memory = createMemory({ store: sqliteStore({ path }), embedder: localEmbedder() });
  const texts = shortTexts("English", memories);
  for (let start = 0; start < memories; start += BATCH) {
    onProgress("fill", start, memories);
    await memory.rememberAll(texts.slice(start, start + BATCH));
  }
}

async function timeCall(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`kioku ended with ${code}`);
  return ms;
}
