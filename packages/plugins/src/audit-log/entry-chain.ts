import { entryHash, type AuditEntry, type AuditEvent, type AuditHead } from "./audit-entry.js";
import type { ResolvedAuditLog } from "./audit-log-options.js";

/** Chains the entries of a log and writes them one after the other. */
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

  get head(): AuditHead {
    return this.#head;
  }

  get recent(): readonly AuditEntry[] {
    return [...this.#recent];
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Adds an entry, and resolves when it is written. Rejects with the error of `write`. */
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

  /** Writes the waiting entries, oldest first. */
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
      // A full queue may have dropped the oldest meanwhile.
      if (this.#waiting[0] === entry) this.#waiting.shift();
    }
  }
}
