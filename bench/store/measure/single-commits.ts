import type { Place } from "../../places/place.ts";
import { percentile } from "../../recall/metrics.ts";
import type { BenchData } from "../data/bench-data.ts";
import type { Numbers } from "../data/numbers.ts";
import { SCOPES } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";
import { round } from "./times.ts";

/**
 * A durable write of one record beside a commit of the same engine that does next to nothing, in
 * turns on the same disk.
 */
export interface SingleCommits {
  readonly singleWriteP50Ms: number;
  readonly bareCommitP50Ms: number;
  readonly singleCommitRatio: number;
}

const MOST_ROUNDS = 300;
const LEAST_ROUNDS = 30;

/** Store and records. */
export interface SingleCommitOptions {
  readonly place: Place;
  readonly numbers: Numbers;
}

/** Writes one record and one bare row in turns. */
export async function measureSingleCommits(
  { store }: Kioku,
  data: BenchData,
  { place, numbers }: SingleCommitOptions,
): Promise<SingleCommits> {
  const bareCommits = await place.bareCommits();
  const single: number[] = [];
  const bare: number[] = [];
  const rounds = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, data.settings.count / 10));
  for (const index of numbers.take(Math.round(rounds))) {
    const op = data.putOf(SCOPES.written, index);
    const started = performance.now();
    await store.write([op]);
    const between = performance.now();
    await bareCommits.commit(op.record.content);
    single.push(between - started);
    bare.push(performance.now() - between);
  }
  await bareCommits.close();
  const [singleMs, bareMs] = [percentile(single, 0.5), percentile(bare, 0.5)];
  return {
    singleWriteP50Ms: round(singleMs),
    bareCommitP50Ms: round(bareMs),
    singleCommitRatio: round(singleMs / bareMs),
  };
}
