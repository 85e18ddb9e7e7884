import type { BenchData } from "../data/bench-data.ts";
import { range } from "../data/range.ts";
import type { Peer } from "./peer.ts";

const SLICE = 5_000;

/** Called around the work of the peer, with its time so far; the data is made in between. */
export interface FillSteps {
  readonly begin: (spentMs: number) => Promise<void>;
  readonly end: (spentMs: number, done: number) => Promise<void>;
}

/**
 * Gives a peer all records of the large scope. Returns how long it took, without making the data.
 */
export async function fillPeer(
  peer: Pick<Peer, "add" | "finish">,
  data: BenchData,
  { begin, end }: FillSteps,
): Promise<number> {
  const { count } = data.settings;
  let ms = 0;
  const spend = async (work: () => Promise<void> | void, done: number): Promise<void> => {
    await begin(ms);
    const started = performance.now();
    await work();
    ms += performance.now() - started;
    await end(ms, done);
  };
  for (let first = 0; first < count; first += SLICE) {
    const indices = range(first, Math.min(first + SLICE, count));
    const vectors = indices.map((index) => data.vectorOf(index));
    const texts = indices.map((index) => data.textOf(index));
    await spend(() => peer.add({ first, vectors, texts }), first + indices.length);
  }
  await spend(() => peer.finish?.(), count);
  return ms;
}
