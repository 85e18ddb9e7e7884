import { findSpace } from "../read/find-space.js";
import type { StoreContext } from "../store-context.js";
import { vectorRow } from "../vector/vector-row.js";
import { markErasure } from "./mark-erasure.js";
import { touchEverything } from "./touched-records.js";

/** As many as take a few milliseconds. */
const PORTION = 200;

const DROP_VECTORS =
  "delete from vectors where row in (select row from vectors where row >= ? and row < ? limit ?)";
const DROP = "delete from spaces where id = ?";

/** Removes a space with its vectors, and says how many those were. */
export async function dropSpace(
  { connection, pause }: StoreContext,
  name: string,
): Promise<number> {
  return connection.write(async () => {
    const space = findSpace(connection, name);
    if (!space) return 0;
    const range = [vectorRow(space.id, 0), vectorRow(space.id + 1, 0), PORTION];
    while (connection.change(DROP_VECTORS, ...range) > 0) {
      const pausing = pause();
      if (pausing) await pausing;
    }
    connection.run(DROP, space.id);
    touchEverything(connection);
    // A vector tells much of the text that it was made from.
    if (space.vectors > 0) markErasure(connection);
    return space.vectors;
  });
}
