import { findSpace } from "../read/find-space.js";
import type { StoreContext } from "../store-context.js";
import { markErasure } from "./mark-erasure.js";

const COUNT = "select count(*) from vectors where space = ?";
const DROP_VECTORS = "delete from vectors where space = ?";
const DROP = "delete from spaces where id = ?";

/** Removes a space with its vectors, from the file and from memory, and says how many those were. */
export function dropSpace({ connection, resident }: StoreContext, name: string): number {
  const dropped = connection.write(() => {
    const space = findSpace(connection, name);
    if (!space) return undefined;
    const [vectors = 0] = connection.values<number>(COUNT, space.id);
    connection.run(DROP_VECTORS, space.id);
    connection.run(DROP, space.id);
    // A vector tells much of the text that it was made from.
    if (vectors > 0) markErasure(connection);
    return { space: space.id, vectors };
  });
  if (!dropped) return 0;
  resident.forget(dropped.space);
  return dropped.vectors;
}
