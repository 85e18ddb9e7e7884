import type { Embedder } from "../../src/index.js";

/** The embedder with its own members replaced or, if `undefined`, removed. */
export function rebuiltEmbedder(embedder: Embedder, changes: Partial<Embedder>): Embedder {
  const entries = Object.entries({ ...embedder, ...changes });
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined),
  ) as unknown as Embedder;
}
