import type { ServerClock } from "../places/server-clock.ts";
import { round } from "../store/measure/times.ts";

/** Processor time of the server for a call, in milliseconds: what else it does counts little. */
export interface CpuBeside {
  readonly withoutMs: number;
  readonly withMs: number;
  readonly ratio: number;
}

/** One of the two schemas. */
export interface Side {
  readonly clock: ServerClock;
  readonly call: (at: number) => Promise<unknown>;
}

const BLOCK = 20;

/** Makes calls on both sides, a block on one and then a block on the other. */
export async function cpuBeside(without: Side, beside: Side, calls: number): Promise<CpuBeside> {
  const spent = new Map<Side, number>();
  for (let first = 0; first < calls; first += BLOCK) {
    for (const side of [without, beside]) {
      const before = await side.clock();
      for (let at = first; at < Math.min(first + BLOCK, calls); at += 1) await side.call(at);
      spent.set(side, (spent.get(side) ?? 0) + (await side.clock()) - before);
    }
  }
  const of = (side: Side): number => (spent.get(side) ?? 0) / calls;
  return {
    withoutMs: round(of(without)),
    withMs: round(of(beside)),
    ratio: round(of(beside) / of(without)),
  };
}
