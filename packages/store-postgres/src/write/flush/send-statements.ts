import type { Channel, SqlValue, Statement } from "../../client/driver.js";
import { MAX_CHARACTERS } from "./portions.js";

/**
 * So much is on its way at once, about; whoever writes more waits for the server, and holds no more
 * in memory.
 */
const MAX_ON_ITS_WAY = 4 * MAX_CHARACTERS;

/** Sends statements that write as they are made; the last of them travel with the commit. */
export async function sendStatements(
  channel: Channel,
  statements: Iterable<Statement>,
): Promise<void> {
  let length = 0;
  for (const statement of statements) {
    length += statement.values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
    if (length <= MAX_ON_ITS_WAY) channel.finish(statement);
    else {
      await channel.change(statement);
      length = 0;
    }
  }
}

function lengthOf(value: SqlValue): number {
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
}
