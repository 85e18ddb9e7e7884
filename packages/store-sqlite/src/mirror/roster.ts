import type { Selection } from "@kioku/core/toolkit";

import { IdColumn } from "./id-column.js";
import { NumberColumn } from "./number-column.js";
import type { RosterEntry } from "./roster-entry.js";
import { RowColumn } from "./row-column.js";
import { TermCounts } from "./term-counts.js";
import { ThreadOrder } from "./thread-order.js";
import { NO_TRAIT, Traits } from "./traits.js";
import { Visibility } from "./visibility.js";

/**
 * What a mirror knows of its records, in about 25 bytes for each. Records have slots from 0 in the
 * order of their rows. A removed one leaves its slot dead, for good or until its row is used again.
 * Only a row that comes late, smaller than one that is there, has a slot out of order.
 */
export class Roster {
  /** The number of terms of each slot. */
  readonly termCounts: TermCounts;
  /** The order of records in their threads. */
  readonly threads: ThreadOrder;
  readonly #rows: RowColumn;
  readonly #ids: IdColumn;
  readonly #traitOf: NumberColumn;
  readonly #traits = new Traits();
  /**
   * How far the scope of a slot is from the first one that came, so that a single one takes no
   * memory.
   */
  readonly #scopes: NumberColumn;
  #firstScope: number | undefined;
  readonly #visibility: Visibility;
  #alive = 0;
  #documents = 0;
  #terms = 0;

  /**
   * @param expected - How many records there will be, if that is known: room for these and no more.
   */
  constructor(expected = 0) {
    this.#rows = new RowColumn(expected);
    this.#ids = new IdColumn(expected);
    this.#traitOf = new NumberColumn(expected);
    this.#scopes = new NumberColumn(expected);
    this.#visibility = new Visibility(expected);
    this.termCounts = new TermCounts(expected);
    this.threads = new ThreadOrder((a, b) => this.#ids.compare(a, b), expected);
  }

  /** Number of slots, the dead ones too. */
  get size(): number {
    return this.#rows.size;
  }

  /** Number of records. */
  get alive(): number {
    return this.#alive;
  }

  /** Number of searchable records. */
  get documents(): number {
    return this.#documents;
  }

  /** Number of all terms of the searchable records. */
  get terms(): number {
    return this.#terms;
  }

  /** What part of the slots is dead, from 0 to 1. */
  get deadShare(): number {
    return this.size === 0 ? 0 : 1 - this.#alive / this.size;
  }

  /** What it takes in memory, the order of threads included. */
  get bytes(): number {
    const records = this.#rows.bytes + this.#ids.bytes + this.#traitOf.bytes + this.#traits.bytes;
    const others = this.#scopes.bytes + this.#visibility.bytes + this.termCounts.bytes;
    return records + others + this.threads.bytes;
  }

  /** Puts a record in place of the one its row may have, and tells its slot. */
  set(entry: RosterEntry): number {
    const known = this.#rows.slotOf(entry.row);
    const slot = known === -1 ? this.#rows.append(entry.row) : known;
    this.#count(slot, -1);
    // Its place in its thread depends on its id.
    if (this.isAlive(slot) && this.#ids.at(slot) !== entry.id) this.threads.delete(slot);
    this.#ids.set(slot, entry.id);
    this.#traitOf.set(slot, this.#traits.numberOf(entry.kind, entry.scripts));
    this.#scopes.set(slot, this.#distanceOf(entry.scope));
    this.termCounts.set(slot, entry.termCount);
    this.#visibility.set(slot, entry);
    this.threads.set(slot, entry);
    this.#count(slot, 1);
    return slot;
  }

  /** Removes the record of a row. Its slot is dead then; -1 if there is no such record. */
  delete(row: number): number {
    const slot = this.slotOf(row);
    if (slot === -1) return slot;
    this.#count(slot, -1);
    this.threads.delete(slot);
    this.#visibility.set(slot);
    this.termCounts.set(slot, 0);
    this.#traitOf.set(slot, NO_TRAIT);
    this.#ids.clear(slot);
    return slot;
  }

  /**
   * The slot of the record that a row has, -1 if there is none. Ascending rows are found quickest.
   */
  slotOf(row: number): number {
    const slot = this.#rows.slotOf(row);
    return slot !== -1 && this.isAlive(slot) ? slot : -1;
  }

  /** Whether a slot has a record. */
  isAlive(slot: number): boolean {
    return this.#traitOf.at(slot) !== NO_TRAIT;
  }

  /** The row of a slot, dead or not. */
  rowAt(slot: number): number {
    return this.#rows.at(slot);
  }

  /** The id of the record of a slot. */
  idAt(slot: number): string {
    return this.#ids.at(slot);
  }

  /** Orders the ids of the records of two slots as `compareText` does. */
  compareIds(a: number, b: number): number {
    return this.#ids.compare(a, b);
  }

  /** The number of the scope of the record of a slot. */
  scopeAt(slot: number): number {
    return scopeFrom(this.#firstScope ?? 0, this.#scopes.at(slot));
  }

  /** The kind of the record of a slot. */
  kindAt(slot: number): string {
    return this.#traits.kind(this.#traitOf.at(slot));
  }

  /** The scripts of the record of a slot, `null` if it is not searchable. */
  scriptsAt(slot: number): number | null {
    return this.#traits.scripts(this.#traitOf.at(slot));
  }

  /** The number of terms of the record of a slot. */
  termCountAt(slot: number): number {
    return this.termCounts.at(slot);
  }

  /**
   * Tells whether a selection lets the record of a slot be seen, kinds and conditions aside;
   * `undefined` if it hides none. Good until the roster changes.
   */
  visible(
    selection: Pick<Selection, "now" | "validAt" | "includeArchived">,
  ): ((slot: number) => boolean) | undefined {
    return this.#visibility.visible(selection);
  }

  /** Tells whether the record of a slot is of one of these kinds; of a dead slot it is not. */
  ofKinds(kinds: readonly string[]): (slot: number) => boolean {
    const isWanted = this.#traits.ofKinds(kinds);
    return (slot) => isWanted(this.#traitOf.at(slot));
  }

  /** Counts what a slot has in or out. */
  #count(slot: number, sign: -1 | 1): void {
    if (!this.isAlive(slot)) return;
    this.#alive += sign;
    if (this.scriptsAt(slot) === null) return;
    this.#documents += sign;
    this.#terms += sign * this.termCountAt(slot);
  }

  #distanceOf(scope: number): number {
    this.#firstScope ??= scope;
    const distance = scope - this.#firstScope;
    return distance < 0 ? -2 * distance - 1 : 2 * distance;
  }
}

/** Even distances lead up, odd ones down. */
function scopeFrom(first: number, distance: number): number {
  return distance % 2 === 0 ? first + distance / 2 : first - (distance + 1) / 2;
}
