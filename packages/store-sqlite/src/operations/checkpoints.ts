import { emptyLog } from "../open/empty-log.js";
import { whenFree } from "../open/when-free.js";
import type { Connection } from "../sql/connection.js";
import type { Maintenance } from "./maintenance.js";

/** Pages that wait in the log, 4 MB: then they are moved into the file. */
const MUCH = 1_024;
/** Pages of the log, 16 MB: then it is to begin anew, for which writers have to wait a moment. */
const TOO_LONG = 4_096;
/**
 * Where readers keep the log from beginning anew, it is tried again after so many more pages, 16
 * MB.
 */
const TRY_AGAIN = 4_096;
/** How long writers wait for such readers. */
const PATIENCE_MS = 50;

const OWN = "pragma wal_autocheckpoint = 0";
const STATE = "pragma wal_checkpoint(noop)";
const MOVE = "pragma wal_checkpoint(passive)";

interface LogState {
  /** Pages in the log, moved or not. */
  readonly log: number;
  /** How many of them have been moved. */
  readonly checkpointed: number;
}

/**
 * Moves the write-ahead log into the file while others work. By itself SQLite does that inside of
 * the commit that makes the log long, and the event loop waits for the disk meanwhile.
 */
export class Checkpoints {
  readonly #maintenance: Maintenance;
  readonly #writer: Connection;
  #isMoving = false;
  #renewAt = TOO_LONG;

  constructor(maintenance: Maintenance, writer: Connection) {
    this.#maintenance = maintenance;
    this.#writer = writer;
    if (maintenance.isElsewhere) writer.all(OWN);
  }

  /**
   * To be called after each write, between transactions. It never fails: what was written is
   * written.
   */
  afterWrite(): void {
    if (!this.#maintenance.isElsewhere || this.#isMoving || !this.#isDue()) return;
    this.#isMoving = true;
    void this.#move()
      // It is only put off: the next write tries again, and so does closing.
      .catch(() => undefined)
      .finally(() => {
        this.#isMoving = false;
      });
  }

  #isDue(): boolean {
    try {
      const { log, checkpointed } = this.#state();
      return log - checkpointed >= MUCH || log >= this.#renewAt;
    } catch {
      return false;
    }
  }

  async #move(): Promise<void> {
    await this.#maintenance.run({ exclusive: false }, (sql) => sql.rows(MOVE));
    await this.#maintenance.run({ exclusive: true }, async (sql) => {
      const { log } = this.#state();
      if (log < this.#renewAt) return;
      this.#renewAt = log + TRY_AGAIN;
      await whenFree(PATIENCE_MS, () => emptyLog(sql, "restart"));
      this.#renewAt = TOO_LONG;
    });
  }

  #state(): LogState {
    const [state] = this.#writer.all<LogState>(STATE);
    return state ?? { log: 0, checkpointed: 0 };
  }
}
