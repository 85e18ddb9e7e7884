import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Address } from "../../places/place.ts";
import { percentile } from "../../recall/metrics.ts";
import type { DataSettings } from "../data/clustered-vectors.ts";
import { round } from "./times.ts";

/** What a fresh process has to wait for. What it reads is in the cache of the system. */
export interface ColdOpen {
  /** From opening the store to the first answer of a hybrid recall, modules being loaded. */
  readonly coldOpenMs: number;
  /** From opening to the first answer that took no more than three times as long as later ones. */
  readonly warmAfterMs: number;
}

/** What the child is told, and answers with. */
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
