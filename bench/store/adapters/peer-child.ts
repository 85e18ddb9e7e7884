/**
 * One peer in a process of its own: `peer-child.ts TASK`, with a `PeerTask` as JSON, and messages
 * as `peer-messages.ts` says. Where it cannot go on, it says why on standard error and exits.
 */
import { BenchData } from "../data/bench-data.ts";
import { NEAREST } from "../data/exact-neighbours.ts";
import { answerTurn } from "../measure/answer-turn.ts";
import { fillPeer } from "./fill-peer.ts";
import type { Ask, AskPeer, FromPeer, PeerTask } from "./peer-messages.ts";
import type { Peer } from "./peer.ts";
import { PEERS } from "./peers.ts";

/** Time of filling after which its whole time is estimated. */
const LEAST_TO_GUESS_MS = 5_000;

const task = JSON.parse(process.argv[2] ?? "") as PeerTask;
const data = new BenchData(task.settings);
process.on("disconnect", () => process.exit(0));
try {
  const { name, folder, settings } = task;
  const known = PEERS[name];
  if (!known) throw new Error(`there is no peer ${name}`);
  const peer = await known.open({ folder, ...settings });
  const buildMs = await fillPeer(peer, data, {
    begin: (spentMs) => tell({ type: "begins", spentMs }),
    async end(spentMs, done) {
      await tell({ type: "ended" });
      refuseIfSlow(spentMs, done);
    },
  });
  process.on("message", (turn: AskPeer) => {
    answer(peer, turn).catch(giveUp);
  });
  const asks: Ask[] = [];
  if (peer.search) asks.push("vector");
  if (peer.hybrid) asks.push("hybrid");
  await tell({ type: "filled", buildMs, asks });
} catch (error) {
  giveUp(error);
}

async function answer(peer: Peer, { ask, first, count }: AskPeer): Promise<void> {
  const answered = await answerTurn(data.queries(first, count), async (query) => {
    if (ask === "vector") return (await peer.search?.(query.vector, NEAREST)) ?? [];
    return ((await peer.hybrid?.(query, NEAREST)) ?? []).map(({ index }) => index);
  });
  await tell({ type: "answered", ...answered });
}

function refuseIfSlow(spentMs: number, done: number): void {
  const whole = (spentMs * task.settings.count) / done;
  if (spentMs < LEAST_TO_GUESS_MS || whole < task.allowedMs) return;
  const [needed, allowed] = [whole, task.allowedMs].map((ms) => Math.round(ms / 1_000));
  throw new Error(`filling would take at least ${needed} s, more than the ${allowed} s allowed`);
}

async function tell(message: FromPeer): Promise<void> {
  await new Promise<void>((resolve) => {
    process.send?.(message, () => resolve());
  });
}

function giveUp(error: unknown): void {
  process.stderr.write(error instanceof Error ? error.message : String(error), () =>
    process.exit(1),
  );
}
