import type { Executable, Statement } from "../../sql/driver.js";
import {
  isLostCommit,
  leavesConnection,
  NotCommittedError,
  UnknownOutcomeError,
} from "../../sql/to-memory-error.js";
import type { PostgresResult } from "./clients.js";
import { PgChannel } from "./pg-channel.js";
import { CURRENT_POSITION, type Committed } from "./replication.js";

/** Ends a transaction. */
export const COMMIT: Statement = { text: "commit", values: [] };

/**
 * Commits a transaction, or sends a statement that is one, and returns the connection.
 * @throws `UnknownOutcomeError` if the answer is lost.
 */
export async function commit(
  channel: PgChannel,
  onCommit: Committed | undefined,
  statement: Executable = COMMIT,
): Promise<PostgresResult> {
  try {
    const committed = channel.send(statement);
    // Travels along, and is evaluated after the commit.
    const position = onCommit && positionOf(channel);
    const [result] = await Promise.all([committed, channel.finished()]);
    if (result.command === "ROLLBACK") throw new NotCommittedError("the commit was a rollback");
    onCommit?.(await position);
    return result;
  } catch (error) {
    // A failure on the way may have kept the commit from being sent.
    if (statement === COMMIT) await rollBack(channel);
    const isKnown = leavesConnection(error) && !isLostCommit(error);
    if (error instanceof NotCommittedError || isKnown) throw error;
    onCommit?.(undefined);
    throw new UnknownOutcomeError("the commit was not answered", { cause: error });
  } finally {
    channel.lease.release();
  }
}

/** Rolls back; a connection that cannot is not used again. */
export async function rollBack(channel: PgChannel): Promise<void> {
  await channel.settled();
  try {
    // Through a channel of its own: this one sends nothing more.
    await new PgChannel(channel.lease).send({ text: "rollback", values: [] });
  } catch {
    channel.lease.markBroken();
  }
}

async function positionOf(channel: PgChannel): Promise<string | undefined> {
  const found = channel.rows<{ position: string }>(CURRENT_POSITION);
  const [row] = await found.catch(() => []);
  return row?.position;
}
