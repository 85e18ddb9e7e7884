import { join } from "node:path";

import type { Control } from "./control.ts";
import { CrashLane } from "./crash-lane.ts";
import { emptyReport } from "./crash-report.ts";
import type { CrashReport } from "./crash-report.ts";

/** Number of kills, and the writer. */
export interface CrashOptions {
  readonly rounds: number;
  readonly seed: number;
  /** An empty directory. What is found damaged stays in it. */
  readonly directory: string;
  /** A defect that has to be found. */
  readonly control?: Control | undefined;
  /** Folder of bundled programs, if any. */
  readonly bundled?: string | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Rounds at a time, each on a file of its own. */
const LANES = 2;

/**
 * Kills processes in the middle of writing, each after its first acknowledgement, and checks after
 * each kill that everything acknowledged is there, that no batch is there by half, and that the
 * file is whole and works. What is planned comes from the seed; when the kill hits is up to the
 * machine.
 */
export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const { rounds, seed, control, bundled, onProgress } = options;
  const report = emptyReport();
  const start = { bundled, cacheDirectory: join(options.directory, "compiled") };
  let begun = 0;
  const lanes = Array.from({ length: Math.min(LANES, rounds) }, (_, index) => {
    const directory = join(options.directory, `lane-${index}`);
    return new CrashLane({ seed, directory, start, control, report });
  });
  const run = async (lane: CrashLane): Promise<void> => {
    while (begun < rounds) {
      begun += 1;
      await lane.round(begun);
      onProgress?.(report.rounds, rounds);
    }
  };
  try {
    await Promise.all(lanes.map(run));
  } finally {
    for (const lane of lanes) lane.close();
  }
  return report;
}
