import type { Channel, Statement } from "../../sql/driver.js";

/** Reads the write position of the primary, which is beyond all answered commits. */
export const CURRENT_POSITION: Statement = {
  text: "select pg_current_wal_insert_lsn()::text as position",
  values: [],
};

/** Thrown where a replica has not replayed the required position, or is no replica. */
export class ReplicaBehindError extends Error {
  override readonly name = "ReplicaBehindError";
}

/** Rejects unless the replica has replayed a position. Has to be sent ahead of the snapshot. */
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

/** Position that reads have to see; unknown after a commit without an answer. */
export type Position =
  | { readonly known: true; readonly at: string | undefined }
  | { readonly known: false };

/** Reports the position of the log after a commit; `undefined` if unknown. */
export type Committed = (at: string | undefined) => void;

/** The log position of this store's last commit. */
export class WrittenPosition {
  #position: Position = { known: true, at: undefined };
  #unknown = 0;

  get position(): Position {
    return this.#position;
  }

  /**
   * Called when a transaction begins. After an unknown commit only transactions that began later
   * make the position known again.
   */
  begin(): Committed {
    const unknownBefore = this.#unknown;
    return (at) => {
      if (at === undefined) {
        this.#unknown += 1;
        this.#position = { known: false };
      } else if (this.#position.known) {
        this.#position = laterOf(this.#position.at, at);
      } else if (this.#unknown === unknownBefore) {
        this.#position = { known: true, at };
      }
    };
  }
}

function laterOf(known: string | undefined, at: string): Position {
  const isLater = known === undefined || numberOf(at) > numberOf(known);
  return { known: true, at: isLater ? at : known };
}

/** Parses a position such as `16/B374D848`: two hexadecimal numbers. */
function numberOf(position: string): bigint {
  const [high = "0", low = "0"] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
