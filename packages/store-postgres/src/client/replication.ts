import type { Channel, Statement } from "./driver.js";

/**
 * How far the log of the primary is written; the answer is beyond all commits that were answered
 * before.
 */
export const CURRENT_POSITION: Statement = {
  text: "select pg_current_wal_insert_lsn()::text as position",
  values: [],
};

/** A replica that has not yet replayed what has to be seen, or a server that is none. */
export class ReplicaBehindError extends Error {
  override readonly name = "ReplicaBehindError";
}

/**
 * Rejects unless the replica has replayed the log up to a position. It has to be sent ahead of the
 * statement that takes the snapshot: a replica only goes forward, so what is read afterwards is not
 * older.
 */
export async function requireReplayed(
  channel: Channel,
  position: string | undefined,
): Promise<void> {
  if (position === undefined) return;
  const [row] = await channel.rows<{ replayed: boolean | null }>({
    text: "select pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed",
    values: [position],
  });
  if (row?.replayed !== true) throw new ReplicaBehindError("the replica is behind");
}
