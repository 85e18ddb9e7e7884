import type { Embedder } from "../contracts/embedder.js";
import type { StoredSpace, VectorSpace } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import type { Engine } from "./engine.js";

/** Opens the store and returns its spaces. @throws `vector-space-mismatch` */
export async function openStore(
  { store, embedders }: Pick<Engine, "store" | "embedders">,
  newSpace: "refuse" | "start",
): Promise<readonly StoredSpace[]> {
  await store.open();
  if (embedders.length === 0 || store.capabilities.vector === "none") return [];
  const spaces = await store.spaces();
  for (const embedder of embedders) {
    checkWidth(embedder, spaces);
    embedder.learnWidth(spaces);
  }
  const isOwn = ({ id }: StoredSpace): boolean => embedders.some((embedder) => embedder.id === id);
  const own = spaces.filter(isOwn);
  const others = spaces.filter((space) => !isOwn(space) && space.state !== "separate");
  // A space that is being built answers only in part.
  const isUsable = own.some(({ state }) => state === "ready" || state === "retired");
  if (isUsable || others.length === 0 || newSpace === "start") return spaces;
  throw mismatch(others, { embedders, isStarted: own.length > 0 });
}

function mismatch(
  others: readonly StoredSpace[],
  given: { readonly embedders: readonly Embedder[]; readonly isStarted: boolean },
): MemoryError {
  const stored = others.map(({ id }) => id).join(", ");
  const own = given.embedders.map(({ id }) => id).join(", ");
  const progress = given.isStarted ? ", whose space is not complete yet" : "";
  return new MemoryError(
    "vector-space-mismatch",
    `the store holds vectors of ${stored}, the embedder is ${own}${progress}; use the embedder that wrote them; or, to change the model, put the new one before it, embedder: [new, old], or pass newSpace: "start" if the old one is gone, and run reindex()`,
  );
}

/** @throws `vector-space-mismatch` if the stored vectors of this embedder have another width. */
export function checkWidth(embedder: Embedder, spaces: readonly VectorSpace[]): void {
  const own = spaces.find((space) => space.id === embedder.id);
  if (own && embedder.dimensions !== undefined && own.dimensions !== embedder.dimensions) {
    throw new MemoryError(
      "vector-space-mismatch",
      `embedder ${embedder.id} has ${embedder.dimensions} dimensions, but the store holds vectors of ${own.dimensions} under its id; give it an id of its own`,
    );
  }
}
