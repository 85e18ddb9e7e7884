import { MemoryError } from "../../../errors/memory-error.js";
import type { CallOptions } from "../../../model/call-options.js";
import type { Engine } from "../../engine.js";
import { chooseEmbedders } from "../spaces/choose-embedders.js";

/**
 * Makes sure that vectors of this memory's embedders are still asked for: a worker goes on for
 * weeks, and another process may have changed the model by then.
 * @throws `vector-space-mismatch` if another space took over from theirs.
 */
export async function requireCurrentSpace(
  { embedders, store }: Engine,
  { signal }: CallOptions,
): Promise<void> {
  const spaces = await store.spaces({ signal });
  const { asked } = chooseEmbedders(embedders, spaces);
  const states = new Map(spaces.map(({ id, state }) => [id, state]));
  const ready = spaces.filter(({ state }) => state === "ready");
  if (ready.length === 0 || asked.some(({ id }) => states.get(id) !== "retired")) return;
  const own = asked.map(({ id }) => id).join(", ");
  const others = ready.map(({ id }) => id).join(", ");
  throw new MemoryError(
    "vector-space-mismatch",
    `${others} took over from ${own}; give the worker the embedder of ${others}, or run reindex() to go back`,
  );
}
