import { percentile } from "../../recall/metrics.ts";
import type { Times } from "../../times.ts";

/**
 * When to stop asking: after so many calls, or once they have taken so long, but never before the
 * least.
 */
export interface Budget {
  readonly ms: number;
  readonly least: number;
}

/**
 * Runs each one after the other and returns how long each took, in milliseconds, with its answer.
 */
export async function timeEach<In, Out>(
  inputs: readonly In[],
  run: (input: In) => Promise<Out> | Out,
  budget: Budget = { ms: Infinity, least: 0 },
): Promise<{ readonly times: readonly number[]; readonly answers: readonly Out[] }> {
  const times: number[] = [];
  const answers: Out[] = [];
  let spent = 0;
  for (const input of inputs) {
    if (spent > budget.ms && times.length >= budget.least) break;
    const started = performance.now();
    answers.push(await run(input));
    const ms = performance.now() - started;
    times.push(ms);
    spent += ms;
  }
  return { times, answers };
}

/** Median and 95th percentile, in milliseconds with three digits. */
export function toTimes(times: readonly number[]): Times {
  return { p50Ms: round(percentile(times, 0.5)), p95Ms: round(percentile(times, 0.95)) };
}

/** A thousandth of a unit is as much as a clock says. */
export function round(value: number): number {
  return Number(value.toFixed(3));
}
