/**
 * One peer in a process of its own: `peer-child.ts FILE`, the file holding a `PeerTask` as JSON.
 * Prints a `PeerResult` as JSON on its last line. Exits with 3, and says why on standard error,
 * where building would take longer than allowed.
 */
import { readFile } from "node:fs/promises";

import { BenchData } from "../data/bench-data.ts";
import { NEAREST } from "../data/exact-neighbours.ts";
import { overlap } from "../data/overlap.ts";
import { round, timeEach, toTimes } from "../measure/times.ts";
import { fillPeer } from "./fill-peer.ts";
import { PEERS } from "./peers.ts";
import type { PeerTask } from "./run-peers.ts";

const TOO_SLOW = 3;
/** Time of a build after which its whole time is estimated. */
const LEAST_TO_GUESS_MS = 5_000;
const WARM_UP = 3;
/** Share of the allowed time for queries. */
const ASKING_SHARE = 0.2;
const LEAST_QUERIES = 5;

const task = JSON.parse(await readFile(process.argv[2] ?? "", "utf8")) as PeerTask;
const { name, settings, folder, allowedMs, firstQuery, expected } = task;
const open = PEERS[name];
if (!open) throw new Error(`there is no peer ${name}`);
const peer = await open({ folder, ...settings });
const data = new BenchData(settings);
const buildMs = await fillPeer(peer, data, (done, ms) => {
  const whole = (ms * settings.count) / done;
  if (ms < LEAST_TO_GUESS_MS || whole < allowedMs) return;
  process.stderr.write(
    `building would take at least ${Math.round(whole / 1_000)} s, more than the ${Math.round(allowedMs / 1_000)} s allowed`,
  );
  process.exit(TOO_SLOW);
});
const queries = data.queries(firstQuery, expected.length).map(({ vector }) => vector);
const search = async (vector: Float32Array): Promise<readonly number[]> =>
  peer.search(vector, NEAREST);
const budget = { ms: allowedMs * ASKING_SHARE, least: LEAST_QUERIES };
await timeEach(queries.slice(-WARM_UP), search, { ms: 0, least: 1 });
const { times, answers } = await timeEach(queries, search, budget);
const { p50Ms } = toTimes(times);
const recallAt10 = round(overlap(answers, expected.slice(0, answers.length)));
await peer.close?.();
process.stdout.write(`\n${JSON.stringify({ name, p50Ms, recallAt10, buildMs: round(buildMs) })}\n`);
process.exit(0);
