import { InstantColumn } from "./instant-column.js";
import { ENTRY_BYTES, OBJECT_BYTES, textBytes } from "./memory-size.js";
import { NumberColumn } from "./number-column.js";
import type { ThreadEntry } from "./roster-entry.js";
import { SlotLists } from "./slot-lists.js";

/** Between the number of a scope and the name of a thread. */
const SEPARATOR = "/";

/** Up to this length it is quicker to look for a slot than for its place. */
const SHORT = 256;

/** How far to look beside a record, and for what. */
export interface Beside {
  /** At most so many. */
  readonly count: number;
  /** Only what this holds for. */
  readonly where: (slot: number) => boolean;
}

/**
 * The records of each thread in the order of time and id, by slot. Takes next to nothing for
 * records without a thread.
 */
export class ThreadOrder {
  readonly #compareIds: (a: number, b: number) => number;
  /** By slot, the list of its thread plus 1. */
  readonly #lists: NumberColumn;
  readonly #happenedAt: InstantColumn;
  readonly #slots = new SlotLists();
  /** The list of each thread, and the thread of each list. */
  readonly #listOf = new Map<string, number>();
  readonly #keys: string[] = [];
  #keyBytes = OBJECT_BYTES;

  /**
   * @param compareIds - Orders two slots of the same instant by id. The id of a slot may not change
   *   while it is here.
   * @param expected - How many slots there will be, if that is known.
   */
  constructor(compareIds: (a: number, b: number) => number, expected = 0) {
    this.#compareIds = compareIds;
    this.#lists = new NumberColumn(expected);
    this.#happenedAt = new InstantColumn(expected);
  }

  /** What it takes in memory. */
  get bytes(): number {
    return this.#lists.bytes + this.#happenedAt.bytes + this.#slots.bytes + this.#keyBytes;
  }

  /** The thread of a slot, if it has one. */
  threadAt(slot: number): string | null {
    const key = this.#keys[this.#lists.at(slot) - 1];
    return key === undefined ? null : key.slice(key.indexOf(SEPARATOR) + 1);
  }

  /** Puts a slot where it belongs, and takes it away from where it was. */
  set(slot: number, { scope, thread, happenedAt }: ThreadEntry): void {
    const key = thread === null ? undefined : `${scope}${SEPARATOR}${thread}`;
    const isThere =
      key === this.#keys[this.#lists.at(slot) - 1] &&
      (key === undefined || this.#happenedAt.at(slot) === happenedAt);
    if (isThere) return;
    this.delete(slot);
    if (key === undefined) return;
    const list = this.#listOf.get(key) ?? this.#start(key);
    this.#lists.set(slot, list + 1);
    this.#happenedAt.set(slot, happenedAt);
    this.#slots.insert(list, this.#placeFor(list, slot), slot);
  }

  /** Takes a slot out of its thread, if it has one. */
  delete(slot: number): void {
    const list = this.#lists.at(slot) - 1;
    if (list === -1) return;
    this.#slots.remove(list, this.#indexOf(list, slot));
    this.#lists.set(slot, 0);
    this.#happenedAt.set(slot, null);
    if (this.#slots.length(list) === 0) this.#end(list);
  }

  /**
   * The nearest slots before or after one in its thread, nearest first; none if it has no thread.
   */
  beside(slot: number, step: -1 | 1, { count, where }: Beside): number[] {
    const found: number[] = [];
    const list = this.#lists.at(slot) - 1;
    if (list === -1) return found;
    for (let at = this.#indexOf(list, slot) + step; found.length < count; at += step) {
      const other = this.#slots.at(list, at);
      if (other === -1) break;
      if (where(other)) found.push(other);
    }
    return found;
  }

  /** Where a slot is in its list. */
  #indexOf(list: number, slot: number): number {
    return this.#slots.length(list) <= SHORT
      ? this.#slots.indexOf(list, slot)
      : this.#placeFor(list, slot);
  }

  /** Where a slot belongs in a list, or is. */
  #placeFor(list: number, slot: number): number {
    const happenedAt = this.#happenedAt.at(slot) ?? 0;
    return this.#slots.firstNot(list, (other) => {
      if (other === slot) return false;
      const difference = (this.#happenedAt.at(other) ?? 0) - happenedAt;
      // One id can be there twice while a record moves from one row to another.
      return (difference || this.#compareIds(other, slot) || other - slot) < 0;
    });
  }

  #start(key: string): number {
    const list = this.#slots.create();
    this.#listOf.set(key, list);
    this.#keys[list] = key;
    this.#keyBytes += ENTRY_BYTES + 8 + textBytes(key);
    return list;
  }

  #end(list: number): void {
    const key = this.#keys[list] ?? "";
    this.#listOf.delete(key);
    this.#keys[list] = "";
    this.#keyBytes -= ENTRY_BYTES + 8 + textBytes(key);
    this.#slots.release(list);
  }
}
