import { compareText } from "@kioku/core";

import type { CatalogEntry } from "./catalog-entry.js";

/** An entry and where it is in its thread. */
interface Placed {
  readonly entry: CatalogEntry;
  at: number;
}

/** The entries of one scope, by row and in the order of their threads. */
export class ScopeCatalog {
  readonly #placed = new Map<number, Placed>();
  /** Each in order. */
  readonly #threads = new Map<string, Placed[]>();

  /** How many records it knows. */
  get size(): number {
    return this.#placed.size;
  }

  /** The entry of a row. */
  get(row: number): CatalogEntry | undefined {
    return this.#placed.get(row)?.entry;
  }

  /** Puts an entry in place of the one the row may have. */
  set(entry: CatalogEntry): void {
    this.delete(entry.row);
    const placed = { entry, at: 0 };
    this.#placed.set(entry.row, placed);
    if (entry.thread === null) return;
    const thread = this.#threads.get(entry.thread) ?? [];
    this.#threads.set(entry.thread, thread);
    const at = placeIn(thread, entry);
    thread.splice(at, 0, placed);
    renumber(thread, at);
  }

  /** Removes the entry of a row, if there is one. */
  delete(row: number): void {
    const placed = this.#placed.get(row);
    if (!placed) return;
    this.#placed.delete(row);
    const thread = this.#threads.get(placed.entry.thread ?? "");
    if (placed.entry.thread === null || !thread) return;
    thread.splice(placed.at, 1);
    renumber(thread, placed.at);
    if (thread.length === 0) this.#threads.delete(placed.entry.thread);
  }

  /**
   * The nearest entries before or after one in its thread for which something holds, nearest first, at most `count`; none if it
   * has no thread.
   */
  beside(
    { row, thread }: CatalogEntry,
    step: -1 | 1,
    { count, where }: { readonly count: number; readonly where: (entry: CatalogEntry) => boolean },
  ): CatalogEntry[] {
    const found: CatalogEntry[] = [];
    const placed = this.#placed.get(row);
    const entries = thread === null ? undefined : this.#threads.get(thread);
    if (!placed || !entries) return found;
    for (let at = placed.at + step; found.length < count; at += step) {
      const entry = entries[at]?.entry;
      if (!entry) break;
      if (where(entry)) found.push(entry);
    }
    return found;
  }
}

/** Where an entry belongs in an ordered thread. Nearly always at its end. */
function placeIn(thread: readonly Placed[], entry: CatalogEntry): number {
  let low = 0;
  let high = thread.length;
  while (low < high) {
    const middle = high === thread.length ? high - 1 : (low + high) >>> 1;
    const other = thread[middle];
    if (other && compareEntries(other.entry, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function renumber(thread: readonly Placed[], from: number): void {
  for (let at = from; at < thread.length; at += 1) {
    const placed = thread[at];
    if (placed) placed.at = at;
  }
}

/** The order of a thread. */
function compareEntries(a: CatalogEntry, b: CatalogEntry): number {
  return a.happenedAt - b.happenedAt || compareText(a.id, b.id);
}
