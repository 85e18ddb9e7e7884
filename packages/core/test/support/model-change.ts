import { testMemory, watchedStore } from "@kioku/testing/support";

import type {
  DegradedEvent,
  Embedder,
  MemoryOptions,
  MemoryRoot,
  Receipt,
} from "../../src/index.js";
import { seededEmbedder } from "./seeded-embedder.js";

export const OLD = "test/old";
export const NEW = "test/new";

const SUBJECTS = ["green tea", "black coffee", "cold milk", "warm soup", "dry bread", "ripe plums"];
const PLACES = ["kitchen", "garden", "office", "train"];

/** A text that shares words with many others and is none of them. */
export function note(n: number): string {
  return `${SUBJECTS[n % 6] ?? ""} in the ${PLACES[(n >> 1) % 4] ?? ""} on day ${n}`;
}

/** A shared store, an old and a new model, and memories of any of them on it. */
export function modelChange() {
  const watched = watchedStore();
  const old = seededEmbedder(OLD, 24);
  const next = seededEmbedder(NEW, 16);
  const degraded: DegradedEvent[] = [];
  function open(
    embedder: Embedder | readonly Embedder[],
    options: Partial<Omit<MemoryOptions, "plugins">> = {},
  ): MemoryRoot {
    const { memory } = testMemory({ store: watched.store, embedder, ...options });
    memory.on("degraded", (event) => degraded.push(event), { reach: "below" });
    return memory;
  }
  async function states(): Promise<Record<string, string>> {
    const spaces = await watched.store.spaces();
    return Object.fromEntries(spaces.map(({ id, state }) => [id, state]));
  }
  /** Which of the two models have a vector of the record. */
  async function spacesOf(receipt: Receipt | undefined): Promise<readonly string[]> {
    const record = recordOf(receipt);
    const found: string[] = [];
    for (const space of [OLD, NEW]) {
      const [vector] = await watched.store.vectors(space, [record]);
      if (vector) found.push(space);
    }
    return found;
  }
  return { ...watched, old, next, degraded, open, states, spacesOf };
}

/** The record that a receipt is about. */
export function recordOf(receipt: Receipt | undefined) {
  if (!receipt || receipt.status === "rejected") throw new Error("rejected");
  return receipt.record;
}

/** Recalls by meaning, as text and score. */
export async function answers(memory: MemoryRoot): Promise<readonly string[]> {
  const results: string[] = [];
  for (const query of ["green tea", "something from the garden", "bread", "the train"]) {
    const hits = await memory.recall({ query, limit: 5, mode: "semantic" });
    results.push(hits.map(({ content, score }) => `${content} ${score.toFixed(6)}`).join("; "));
  }
  return results;
}
