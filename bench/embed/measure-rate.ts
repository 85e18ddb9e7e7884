import { median } from "./median.ts";

/** A rate of work. */
export interface Rate {
  /** Median of the rounds. */
  readonly perSecond: number;
  /** Rate by processor time, of all rounds; independent of other work on the machine. */
  readonly perCpuSecond: number;
  /** Slowest and fastest round. */
  readonly range: readonly [least: number, most: number];
  /** Processor time by time that passed, of all rounds: 1 is one core. */
  readonly cores: number;
}

/** Times of a measurement. */
export interface RoundSettings {
  readonly rounds: number;
  readonly roundMs: number;
}

/**
 * Repeats a batch for some rounds, after one that does not count; `run` answers how many things it
 * did.
 */
export async function measureRate(
  { rounds, roundMs }: RoundSettings,
  run: () => Promise<number>,
): Promise<Rate> {
  await run();
  const rates: number[] = [];
  let all = 0;
  const cpu = process.cpuUsage();
  const begun = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    let done = 0;
    while (performance.now() - started < roundMs) done += await run();
    all += done;
    rates.push((1000 * done) / (performance.now() - started));
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: rounded(median(rates)),
    perCpuSecond: rounded((1e6 * all) / (user + system)),
    range: [rounded(Math.min(...rates)), rounded(Math.max(...rates))],
    cores: Number(((user + system) / 1000 / (performance.now() - begun)).toFixed(2)),
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
