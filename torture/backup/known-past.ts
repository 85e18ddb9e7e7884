import type { BackupEvent, ErasedRecord } from "./backup-order.ts";
import type { MemoryState } from "./memory-state.ts";

/** All that is known of the past of a memory and its backups. */
export class KnownPast {
  readonly states: MemoryState[] = [];
  /** Newest completed backups last, each with the states that there were before. */
  readonly backups: { readonly id: string; readonly from: number }[] = [];
  /** Records that may have been erased, by id, with the number of states by then. */
  readonly #erased = new Map<string, ErasedRecord & { readonly before: number }>();
  /** Erased records that must not come back from any backup. */
  readonly published = new Map<string, ErasedRecord>();

  /** Takes over what a process has said. */
  hear(events: readonly BackupEvent[]): void {
    for (const event of events) {
      if (event.type === "backup") {
        // A snapshot of a killed process may be older.
        const from = event.isResumed ? 0 : event.from;
        this.backups.push({ id: event.id, from });
      }
      if (event.type === "erasing") this.#erasing(event.records);
      if (event.type === "published") for (const id of event.ids) this.#publish(id);
    }
  }

  /** Returns the words that nothing restored may hold. */
  get hidden(): readonly string[] {
    return [...this.published.values()].map(({ marker }) => marker);
  }

  /**
   * Returns the number of the state that was restored, but for what may have been erased since;
   * `undefined` if there was none.
   */
  find(restored: MemoryState): number | undefined {
    const now = this.#lasting(restored);
    for (let index = this.states.length - 1; index >= 0; index -= 1) {
      const state = this.states[index];
      if (state === undefined || this.#lasting(state) !== now) continue;
      // Restored files have the marks of later erasures, too.
      const isErasedSince = [...this.#erased.values()].some(({ before }) => before > index);
      if (isErasedSince || state.whole === restored.whole) return index;
    }
    return undefined;
  }

  /** Returns true if a record must not be in anything restored. */
  isGone(id: string): boolean {
    return this.published.has(id);
  }

  /** Takes over that the place knows all that was erased by now. */
  publishAll(): void {
    const now = this.states.at(-1)?.records ?? {};
    for (const id of this.#erased.keys()) if (now[id] === undefined) this.#publish(id);
  }

  #lasting({ records }: MemoryState): string {
    const lasting = Object.entries(records).filter(([id]) => !this.#erased.has(id));
    return JSON.stringify(lasting);
  }

  #erasing(records: readonly ErasedRecord[]): void {
    for (const record of records) {
      this.#erased.set(record.id, { ...record, before: this.states.length });
    }
  }

  #publish(id: string): void {
    const record = this.#erased.get(id);
    if (record !== undefined) this.published.set(id, record);
  }
}
