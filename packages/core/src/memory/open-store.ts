import type { Embedder } from "../embed/embedder.js";
import { MemoryError } from "../errors/memory-error.js";
import type { MemoryStore } from "../store/memory-store.js";
import type { VectorSpace } from "../store/vector-space.js";

/** What opening needs to know. */
export interface OpenStore {
  readonly store: MemoryStore;
  readonly embedders: readonly Embedder[];
  readonly newSpace: "refuse" | "start";
}

/**
 * Opens the store and makes sure that its vectors are of these embedders, before anything is read or written: another model is
 * noticed here and never mixed in silently.
 * @throws `vector-space-mismatch`
 */
export async function openStore({ store, embedders, newSpace }: OpenStore): Promise<void> {
  await store.open();
  if (embedders.length === 0 || store.capabilities.vector === "none") return;
  const spaces = await store.spaces();
  for (const embedder of embedders) checkWidth(embedder, spaces);
  const isKnown = spaces.some((space) => embedders.some(({ id }) => id === space.id));
  if (isKnown || spaces.length === 0 || newSpace === "start") return;
  const others = spaces.map((space) => space.id).join(", ");
  const own = embedders.map(({ id }) => id).join(", ");
  throw new MemoryError(
    "vector-space-mismatch",
    `the store holds vectors of ${others}, the embedder is ${own}; use the embedder that wrote them, or pass newSpace: "start" and run reindex() to change the model`,
  );
}

function checkWidth(embedder: Embedder, spaces: readonly VectorSpace[]): void {
  const own = spaces.find((space) => space.id === embedder.id);
  if (own && embedder.dimensions !== undefined && own.dimensions !== embedder.dimensions) {
    throw new MemoryError(
      "vector-space-mismatch",
      `embedder ${embedder.id} says its vectors have ${embedder.dimensions} dimensions, but the store holds ones of ${own.dimensions} under this id; give the embedder an id of its own`,
    );
  }
}
