import type { AuditEntry, AuditEvent, AuditHead } from "./audit-entry.js";
import { entryHash } from "./audit-hash.js";
import type { ResolvedAuditLog } from "./audit-log-options.js";

/** The entries of a log: chained when they are made, written one after the other. */
export class EntryChain {
  readonly #options: ResolvedAuditLog;
  #head: AuditHead;
  readonly #recent: AuditEntry[] = [];
  readonly #waiting: AuditEntry[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: ResolvedAuditLog) {
    this.#options = options;
    this.#head = { index: options.after.index, hash: options.after.hash };
  }

  /** The end of the log. */
  get head(): AuditHead {
    return this.#head;
  }

  /** The last entries, oldest first. */
  get recent(): readonly AuditEntry[] {
    return [...this.#recent];
  }

  /** How many entries are not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Adds an entry, in the order of the calls of this method, and resolves when it is written.
   * Rejects with what `write` does.
   */
  async add(event: AuditEvent): Promise<void> {
    const { key, capacity, write } = this.#options;
    const linked = { index: this.#head.index + 1, ...event, previous: this.#head.hash };
    const entry: AuditEntry = { ...linked, hash: entryHash(linked, key) };
    this.#head = { index: entry.index, hash: entry.hash };
    this.#recent.push(entry);
    if (this.#recent.length > capacity) this.#recent.shift();
    if (!write) return;
    this.#waiting.push(entry);
    if (this.#waiting.length > capacity) this.#waiting.shift();
    await this.flush();
  }

  /** Writes what waits, oldest first. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#writing ??= this.#writeAll().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  async #writeAll(): Promise<void> {
    for (let [entry] = this.#waiting; entry; [entry] = this.#waiting) {
      await this.#options.write?.(entry);
      // The oldest may have had to make way meanwhile.
      if (this.#waiting[0] === entry) this.#waiting.shift();
    }
  }
}
