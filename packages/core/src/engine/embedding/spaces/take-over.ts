import type { Embedder } from "../../../contracts/embedder.js";
import type { SpaceOp } from "../../../contracts/write-op.js";
import type { CallOptions } from "../../../model/call-options.js";
import type { Engine } from "../../engine.js";

/**
 * Lets recall ask the space of this embedder and none else, in one batch. What other memories are
 * filling stays `building`: it is theirs to finish.
 */
export async function takeOver(
  { store }: Engine,
  { id, dimensions }: Embedder,
  { signal }: CallOptions,
): Promise<void> {
  const spaces = await store.spaces({ signal });
  const own = spaces.find((space) => space.id === id);
  const others = spaces.filter((space) => space.state === "ready" && space.id !== id);
  const width = own?.dimensions ?? dimensions;
  const isDone = others.length === 0 && (own === undefined || own.state === "ready");
  // Without a width nothing was ever embedded; the first write says it.
  if (isDone || width === undefined) return;
  const ops: readonly SpaceOp[] = [
    { op: "space", space: { id, dimensions: width }, state: "ready" },
    ...others.map((other): SpaceOp => {
      const space = { id: other.id, dimensions: other.dimensions };
      return { op: "space", space, state: "retired" };
    }),
  ];
  await store.write(ops, { signal });
}
