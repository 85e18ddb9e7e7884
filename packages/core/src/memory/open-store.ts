import type { Embedder } from "../embed/embedder.js";
import { MemoryError } from "../errors/memory-error.js";
import type { MemoryStore } from "../store/memory-store.js";

/** What opening needs to know. */
export interface OpenStore {
  readonly store: MemoryStore;
  readonly embedder: Embedder | undefined;
  readonly newSpace: "refuse" | "start";
}

/**
 * Opens the store and makes sure that its vectors are this embedder's, before anything is read or written: another model is
 * noticed here and never mixed in silently.
 * @throws `vector-space-mismatch`
 */
export async function openStore({ store, embedder, newSpace }: OpenStore): Promise<void> {
  await store.open();
  if (!embedder || store.capabilities.vector === "none") return;
  const spaces = await store.spaces();
  const own = spaces.find((space) => space.id === embedder.id);
  if (own && embedder.dimensions !== undefined && own.dimensions !== embedder.dimensions) {
    throw new MemoryError(
      "vector-space-mismatch",
      `embedder ${embedder.id} says its vectors have ${embedder.dimensions} dimensions, but the store holds ones of ${own.dimensions} under this id; give the embedder an id of its own`,
    );
  }
  if (own || spaces.length === 0 || newSpace === "start") return;
  const others = spaces.map((space) => space.id).join(", ");
  throw new MemoryError(
    "vector-space-mismatch",
    `the store holds vectors of ${others}, the embedder is ${embedder.id}; use the embedder that wrote them, or pass newSpace: "start" and run reindex() to change the model`,
  );
}
