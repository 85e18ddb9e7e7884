import type { SqlFragment } from "../sql/sql-fragment.js";
import type { SlotBitmap } from "./slot-bitmap.js";

/** Conditions that are remembered. */
const MAX_FILTERS = 32;

/** Which records meet a condition. */
export interface CachedFilter {
  /** The condition on `records as r`. */
  readonly condition: SqlFragment;
  readonly slots: SlotBitmap;
}

/**
 * Which records meet the conditions that were asked for lately, kept in line with what is written.
 */
export class FilterCache {
  /** Least recently used first. */
  readonly #filters = new Map<string, CachedFilter>();

  /** What it takes in memory. */
  get bytes(): number {
    let bytes = 0;
    for (const { slots } of this.#filters.values()) bytes += slots.bytes;
    return bytes;
  }

  /** All of them. */
  get all(): Iterable<CachedFilter> {
    return this.#filters.values();
  }

  /** The records that meet a condition, if that is known; that is a use. */
  get(condition: SqlFragment): SlotBitmap | undefined {
    const key = keyOf(condition);
    const found = this.#filters.get(key);
    if (!found) return undefined;
    this.#filters.delete(key);
    this.#filters.set(key, found);
    return found.slots;
  }

  /** Keeps which records meet a condition; only this cache may change that from now on. */
  keep(condition: SqlFragment, slots: SlotBitmap): void {
    this.#filters.set(keyOf(condition), { condition, slots });
    const [oldest] = this.#filters.keys();
    if (this.#filters.size > MAX_FILTERS && oldest !== undefined) this.#filters.delete(oldest);
  }

  /** Forgets all. */
  clear(): void {
    this.#filters.clear();
  }
}

function keyOf({ sql, parameters }: SqlFragment): string {
  return `${sql}\n${JSON.stringify(parameters)}`;
}
