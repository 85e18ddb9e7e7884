import type { BenchData } from "../data/bench-data.ts";
import { range } from "../data/range.ts";
import type { Peer } from "./peer.ts";

const SLICE = 5_000;

/** Called after every slice, with the peer's time so far. */
export type OnSlice = (done: number, buildMs: number) => void;

/**
 * Gives a peer all records of the large scope. Returns how long it took, without making the data.
 */
export async function fillPeer(peer: Peer, data: BenchData, onSlice: OnSlice): Promise<number> {
  const { count } = data.settings;
  let ms = 0;
  for (let first = 0; first < count; first += SLICE) {
    const indices = range(first, Math.min(first + SLICE, count));
    const vectors = indices.map((index) => data.vectorOf(index));
    const texts = indices.map((index) => data.textOf(index));
    const started = performance.now();
    await peer.add({ first, vectors, texts });
    ms += performance.now() - started;
    onSlice(first + indices.length, ms);
  }
  const started = performance.now();
  await peer.finish?.();
  return ms + performance.now() - started;
}
