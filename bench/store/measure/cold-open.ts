import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Address } from "../../places/place.ts";
import { percentile } from "../../recall/metrics.ts";
import type { DataSettings } from "../data/clustered-vectors.ts";
import type { ResidentMemory } from "./resident-memory.ts";
import { round } from "./times.ts";

/** Times that a fresh process waits, and its memory. The file is in the system's cache. */
export interface ColdOpen {
  /** Time from opening the store to the first answer of a hybrid recall, with modules loaded. */
  readonly coldOpenMs: number;
  /** Time from opening to the first answer within three times the later ones. */
  readonly warmAfterMs: number;
  /** Time of the second recall, which is asked as soon as the first has answered. */
  readonly secondRecallMs: number;
  /** Time of the longest of its first 60 recalls. */
  readonly longestColdRecallMs: number;
  /** The longest time between two turns of the event loop during those. */
  readonly coldStallMs: number;
  /** Memory after those recalls. */
  readonly residentMb: ColdMemory;
}

/** Memory of a process that has opened a store and asked it. */
interface ColdMemory {
  /** Before opening, with modules loaded. */
  readonly before: ResidentMemory;
  readonly after: ResidentMemory;
  /** Memory of the indexes by `stats()`; 0 where a store keeps none. */
  readonly counted: number;
}

/** Task of the child process, and its answer. */
export interface ColdOpenTask {
  readonly address: Address;
  readonly settings: DataSettings;
}

const CHILD = fileURLToPath(new URL("cold-open-child.ts", import.meta.url));
const PROCESSES = 3;

/** Medians of three processes. */
export async function measureColdOpen(task: ColdOpenTask): Promise<ColdOpen> {
  const runs: ColdOpen[] = [];
  for (let run = 0; run < PROCESSES; run += 1) {
    const args = ["--expose-gc", CHILD, JSON.stringify(task)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    runs.push(JSON.parse(stdout) as ColdOpen);
  }
  const median = (of: (run: ColdOpen) => number): number => round(percentile(runs.map(of), 0.5));
  return {
    coldOpenMs: median(({ coldOpenMs }) => coldOpenMs),
    warmAfterMs: median(({ warmAfterMs }) => warmAfterMs),
    secondRecallMs: median(({ secondRecallMs }) => secondRecallMs),
    longestColdRecallMs: median(({ longestColdRecallMs }) => longestColdRecallMs),
    coldStallMs: median(({ coldStallMs }) => coldStallMs),
    residentMb: {
      before: medianMemory(runs.map(({ residentMb }) => residentMb.before)),
      after: medianMemory(runs.map(({ residentMb }) => residentMb.after)),
      counted: median(({ residentMb }) => residentMb.counted),
    },
  };
}

function medianMemory(runs: readonly ResidentMemory[]): ResidentMemory {
  const median = (of: (run: ResidentMemory) => number): number => percentile(runs.map(of), 0.5);
  return {
    rss: median(({ rss }) => rss),
    anonymous: median(({ anonymous }) => anonymous),
    heap: median(({ heap }) => heap),
    external: median(({ external }) => external),
    arrayBuffers: median(({ arrayBuffers }) => arrayBuffers),
  };
}
