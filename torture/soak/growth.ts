import { existsSync, readdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Figures at the end of a round, when the memory is closed. */
export interface Sample {
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
  /** Open files, sockets and the like. */
  readonly handles: number;
  readonly bytesOfARecord: number;
  /** Processor time of a call. A busy machine makes calls slower, but hardly this. */
  readonly cpuMsOfACall: number;
  readonly recallMs: number;
  readonly rememberMs: number;
}

/** A figure in the first and in the second half of a run, after it has warmed up: the medians. */
export interface Change {
  readonly early: number;
  readonly late: number;
}

interface Limit {
  readonly figure: keyof Sample;
  /** Growth that is no leak, as a factor and as an amount. */
  readonly factor: number;
  readonly amount: number;
}

/** Limits of what is judged. The length of a call depends on the machine, so it is only shown. */
const LIMITS: readonly Limit[] = [
  { figure: "heapMegabytes", factor: 1.05, amount: 2 },
  { figure: "residentMegabytes", factor: 1.1, amount: 16 },
  { figure: "handles", factor: 1, amount: 0 },
  { figure: "bytesOfARecord", factor: 1.1, amount: 0 },
  { figure: "cpuMsOfACall", factor: 1.5, amount: 0 },
];
const WARM_UP_SHARE = 0.2;
const FEWEST_SAMPLES = 5;
const MEGABYTE = 2 ** 20;

/** Returns every figure at the beginning and the end, by name. */
export function changesOf(samples: readonly Sample[]): Readonly<Record<string, Change>> {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const half = Math.max(1, Math.floor(warm.length / 2));
  const names = Object.keys(samples[0] ?? {}) as (keyof Sample)[];
  const changes = names.map((name): [string, Change] => {
    const values = warm.map((sample) => sample[name]);
    return [name, { early: medianOf(values.slice(0, half)), late: medianOf(values.slice(-half)) }];
  });
  return Object.fromEntries(changes);
}

/** Returns a sentence for each figure that has grown more than it may. */
export function growthIn(samples: readonly Sample[]): readonly string[] {
  if (samples.length < FEWEST_SAMPLES) return [];
  const changes = changesOf(samples);
  return LIMITS.flatMap(({ figure, factor, amount }) => {
    const { early = 0, late = 0 } = changes[figure] ?? {};
    return late > early * factor + amount ? [`${figure} has grown from ${early} to ${late}`] : [];
  });
}

/** Returns the middle one of some numbers, to two places; 0 of none. */
export function medianOf(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return Math.round(middle * 100) / 100;
}

/** Returns what this process holds, after everything that nobody holds is gone. */
export function held(): Pick<Sample, "heapMegabytes" | "residentMegabytes" | "handles"> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  const files = existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0;
  return {
    heapMegabytes: heapUsed / MEGABYTE,
    residentMegabytes: rss / MEGABYTE,
    handles: files + process.getActiveResourcesInfo().length,
  };
}
