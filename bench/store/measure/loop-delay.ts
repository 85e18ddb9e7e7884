import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";

import { longestStretch } from "../../longest-stretch.ts";
import type { BenchData, BenchQuery } from "../data/bench-data.ts";
import type { Numbers } from "../data/numbers.ts";
import { SCOPES } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";
import { round } from "./times.ts";

/** Longest blocks of the event loop. */
export interface LoopDelay {
  /**
   * 99th percentile of `perf_hooks.monitorEventLoopDelay`, which counts a millisecond when nothing
   * happens.
   */
  readonly loopDelayP99Ms: number;
  /** The longest stretch between two turns of the event loop. */
  readonly loopDelayMaxMs: number;
}

/** Three seconds; of fewer than 3,000 records, a millisecond for each. */
const MOST_RUN_MS = 3_000;
const BATCH = 1_000;
/** About the number of batches written in the time. */
const BATCHES_READY = 60;
const NS_PER_MS = 1e6;

/** Queries and writes during the measurement. */
export interface LoopDelayOptions {
  readonly queries: readonly BenchQuery[];
  readonly numbers: Numbers;
}

/**
 * Watches the event loop while one task writes batches of 1,000 and another recalls. Both let the
 * loop turn between two calls, so that stretches are within one call. The data is made before the
 * measurement.
 */
export async function measureLoopDelay(
  kioku: Kioku,
  data: BenchData,
  { queries, numbers }: LoopDelayOptions,
): Promise<LoopDelay> {
  const size = Math.min(BATCH, data.settings.count);
  const batches = Array.from({ length: BATCHES_READY }, () =>
    numbers.take(size).map((index) => data.putOf(SCOPES.written, index)),
  );
  let written = 0;
  const ends = performance.now() + Math.min(MOST_RUN_MS, data.settings.count);
  const isOver = (): boolean => performance.now() > ends;
  const scope = kioku.memory.scope(...SCOPES.large);
  const write = async (): Promise<void> => {
    while (written < batches.length && !isOver()) {
      await kioku.store.write(batches[written] ?? []);
      written += 1;
      await turn();
    }
  };
  const recall = async (): Promise<void> => {
    for (let number = 0; !isOver(); number += 1) {
      await scope.recall(queries[number % queries.length]?.text ?? "");
      await turn();
    }
  };
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  await turn();
  histogram.enable();
  const { ms: longestMs } = await longestStretch(() => Promise.all([write(), recall()]));
  histogram.disable();
  numbers.giveBack((batches.length - written) * size);
  return {
    loopDelayP99Ms: round(histogram.percentile(99) / NS_PER_MS),
    loopDelayMaxMs: round(longestMs),
  };
}
