import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Address } from "../../places/place.ts";
import { percentile } from "../../recall/metrics.ts";
import type { DataSettings } from "../data/clustered-vectors.ts";
import { round } from "./times.ts";

/** Times that a fresh process waits. The file is in the system's cache. */
export interface ColdOpen {
  /** Time from opening the store to the first answer of a hybrid recall, with modules loaded. */
  readonly coldOpenMs: number;
  /** Time from opening to the first answer within three times the later ones. */
  readonly warmAfterMs: number;
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
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(task)]);
    runs.push(JSON.parse(stdout) as ColdOpen);
  }
  const median = (of: (run: ColdOpen) => number): number => round(percentile(runs.map(of), 0.5));
  return {
    coldOpenMs: median(({ coldOpenMs }) => coldOpenMs),
    warmAfterMs: median(({ warmAfterMs }) => warmAfterMs),
  };
}
