import { fillPeer } from "../adapters/fill-peer.ts";
import type { PeerResult } from "../adapters/run-peers.ts";
import { openSqliteVec } from "../adapters/sqlite-vec-peer.ts";
import type { BenchData, BenchQuery } from "../data/bench-data.ts";
import { NEAREST } from "../data/exact-neighbours.ts";
import { overlap } from "../data/overlap.ts";
import type { Kioku } from "../open-kioku.ts";
import { searchVectors } from "./search-vectors.ts";
import { round, timeEach, toTimes } from "./times.ts";

/** Plain sqlite-vec beside Kioku. */
export interface TurnsResult {
  readonly peer: PeerResult;
  /** Factor by which it took longer. */
  readonly vectorSpeedup: number;
}

/** Queries, and their true neighbours. */
export interface TurnsOptions {
  readonly folder: string;
  readonly queries: readonly BenchQuery[];
  readonly expected: readonly (readonly number[])[];
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Queries of one before it is the turn of the other, so that either finds its own data in the cache
 * of the processor.
 */
const TURN = 10;
const QUERIES = 60;

/**
 * Fills a vec0 table with the same vectors and asks both in turns, so that what else the machine
 * does hits both alike.
 */
export async function compareInTurns(
  kioku: Kioku,
  data: BenchData,
  { folder, queries, expected, onProgress }: TurnsOptions,
): Promise<TurnsResult> {
  const peer = await openSqliteVec({ folder, ...data.settings });
  const { count } = data.settings;
  const buildMs = await fillPeer(peer, data, (done) => onProgress(done, count));
  const [ours, theirs]: [number[], number[]] = [[], []];
  const answers: (readonly number[])[] = [];
  const asked = queries.slice(0, Math.min(QUERIES, expected.length));
  for (let first = 0; first < asked.length; first += TURN) {
    const turn = asked.slice(first, first + TURN);
    const own = await timeEach(turn, (query) => searchVectors(kioku, data, query));
    const other = await timeEach(turn, ({ vector }) => peer.search(vector, NEAREST));
    ours.push(...own.times);
    theirs.push(...other.times);
    answers.push(...other.answers);
  }
  await peer.close?.();
  const { p50Ms } = toTimes(theirs);
  const recallAt10 = round(overlap(answers, expected.slice(0, answers.length)));
  return {
    peer: { name: "sqlite-vec vec0", p50Ms, recallAt10, buildMs: round(buildMs) },
    vectorSpeedup: round(p50Ms / toTimes(ours).p50Ms),
  };
}
