import type { Selection } from "@kioku/core/toolkit";

import {
  NumberColumn,
  OBJECT_BYTES,
  TermCounts,
  type Numbers,
  type TermCountsState,
} from "./columns.js";
import { IdColumn, type IdsState } from "./id-column.js";
import { Labels, NO_LABEL, type Label } from "./labels.js";
import { RowColumn, type RowsState } from "./row-column.js";
import { ThreadOrder, type ThreadEntry, type ThreadsState } from "./thread-order.js";
import { Visibility, type VisibilityEntry, type VisibilityState } from "./visibility.js";

/** The indexed columns of a record. */
export interface TableEntry extends VisibilityEntry, ThreadEntry, Label {
  readonly row: number;
  readonly id: string;
  /** Number of its terms, repeated by frequency. */
  readonly termCount: number;
}

/** The contents of a `RecordTable`. */
export interface TableState {
  readonly rows: RowsState;
  readonly ids: IdsState;
  readonly labelOf: Numbers;
  readonly labels: readonly (Label | null)[];
  readonly scopes: Numbers;
  readonly firstScope: number;
  readonly visibility: VisibilityState;
  readonly termCounts: TermCountsState;
  readonly threads: ThreadsState;
  readonly counts: readonly [alive: number, documents: number, terms: number];
}

/**
 * The indexed columns of records, about 25 bytes each, by ordinals from 0 in row order. A deleted
 * record leaves its ordinal dead until its row is reused. Only late rows, smaller than an earlier
 * one, are out of order.
 */
export class RecordTable {
  readonly termCounts: TermCounts;
  readonly threads: ThreadOrder;
  readonly #rows: RowColumn;
  readonly #ids: IdColumn;
  readonly #labelOf: NumberColumn;
  readonly #labels = new Labels();
  /** Encoded distance of each scope from the first one, so that one scope takes no memory. */
  readonly #scopes: NumberColumn;
  #firstScope: number | undefined;
  readonly #visibility: Visibility;
  /** Number of records. */
  alive = 0;
  /** Number of searchable records. */
  documents = 0;
  /** Number of terms of all searchable records. */
  terms = 0;

  /** @param expected - Expected number of records, if known: allocates no more up to it. */
  constructor(expected = 0) {
    this.#rows = new RowColumn(expected);
    this.#ids = new IdColumn(expected);
    this.#labelOf = new NumberColumn(expected);
    this.#scopes = new NumberColumn(expected);
    this.#visibility = new Visibility(expected);
    this.termCounts = new TermCounts(expected);
    this.threads = new ThreadOrder((a, b) => this.#ids.compare(a, b), expected);
  }

  /** Number of ordinals, including dead ones. */
  get size(): number {
    return this.#rows.size;
  }

  /** Share of dead ordinals, 0 to 1. */
  get deadShare(): number {
    return this.size === 0 ? 0 : 1 - this.alive / this.size;
  }

  get bytes(): number {
    const records = this.#rows.bytes + this.#ids.bytes + this.#labelOf.bytes + this.#labels.bytes;
    const others = this.#scopes.bytes + this.#visibility.bytes + this.termCounts.bytes;
    return OBJECT_BYTES + records + others + this.threads.bytes;
  }

  /** Returns a copy of its contents, for `restore`. */
  state(): TableState {
    const used = new Set<number>();
    for (let ordinal = 0; ordinal < this.size; ordinal += 1) used.add(this.#labelOf.at(ordinal));
    return {
      rows: this.#rows.state(),
      ids: this.#ids.state(),
      labelOf: this.#labelOf.state(),
      labels: this.#labels.state((number) => used.has(number)),
      scopes: this.#scopes.state(),
      firstScope: this.#firstScope ?? 0,
      visibility: this.#visibility.state(),
      termCounts: this.termCounts.state(),
      threads: this.threads.state(),
      counts: [this.alive, this.documents, this.terms],
    };
  }

  /** Fills a new table with contents, which it owns from now on. */
  restore(state: TableState): void {
    this.#rows.restore(state.rows);
    this.#ids.restore(state.ids);
    this.#labelOf.restore(state.labelOf);
    this.#labels.restore(state.labels);
    this.#scopes.restore(state.scopes);
    this.#firstScope = state.firstScope;
    this.#visibility.restore(state.visibility);
    this.termCounts.restore(state.termCounts);
    this.threads.restore(state.threads);
    [this.alive, this.documents, this.terms] = state.counts;
  }

  /** Adds or replaces the record of a row and returns its ordinal. */
  set(entry: TableEntry): number {
    const known = this.#rows.ordinalOf(entry.row);
    const ordinal = known === -1 ? this.#rows.append(entry.row) : known;
    this.#count(ordinal, -1);
    // The position in the thread depends on the id.
    if (this.isAlive(ordinal) && this.#ids.at(ordinal) !== entry.id) this.threads.delete(ordinal);
    this.#ids.set(ordinal, entry.id);
    this.#labelOf.set(ordinal, this.#labels.numberOf(entry));
    this.#scopes.set(ordinal, this.#distanceOf(entry.scope));
    this.termCounts.set(ordinal, entry.termCount);
    this.#visibility.set(ordinal, entry);
    this.threads.set(ordinal, entry);
    this.#count(ordinal, 1);
    return ordinal;
  }

  /** Deletes the record of a row. Returns its ordinal, now dead, or -1. */
  delete(row: number): number {
    const ordinal = this.ordinalOf(row);
    if (ordinal === -1) return ordinal;
    this.#count(ordinal, -1);
    this.threads.delete(ordinal);
    this.#visibility.set(ordinal);
    this.termCounts.set(ordinal, 0);
    this.#labelOf.set(ordinal, NO_LABEL);
    this.#ids.clear(ordinal);
    return ordinal;
  }

  /** Returns the ordinal of the record of a row, or -1. Ascending rows are found fastest. */
  ordinalOf(row: number): number {
    const ordinal = this.#rows.ordinalOf(row);
    return ordinal !== -1 && this.isAlive(ordinal) ? ordinal : -1;
  }

  isAlive(ordinal: number): boolean {
    return this.#labelOf.at(ordinal) !== NO_LABEL;
  }

  rowAt(ordinal: number): number {
    return this.#rows.at(ordinal);
  }

  idAt(ordinal: number): string {
    return this.#ids.at(ordinal);
  }

  /** Compares the ids of two records as `compareText` does. */
  compareIds(a: number, b: number): number {
    return this.#ids.compare(a, b);
  }

  scopeAt(ordinal: number): number {
    return scopeFrom(this.#firstScope ?? 0, this.#scopes.at(ordinal));
  }

  kindAt(ordinal: number): string {
    return this.#labels.at(this.#labelOf.at(ordinal))?.kind ?? "";
  }

  /** Returns the traits of a record, `null` if not searchable. */
  traitsAt(ordinal: number): number | null {
    return this.#labels.at(this.#labelOf.at(ordinal))?.traits ?? null;
  }

  speakerAt(ordinal: number): string | null {
    return this.#labels.at(this.#labelOf.at(ordinal))?.speaker ?? null;
  }

  /** Returns a test of visibility, valid until the next change; `undefined`: all are visible. */
  visible(
    selection: Pick<Selection, "now" | "validAt" | "includeArchived">,
  ): ((ordinal: number) => boolean) | undefined {
    return this.#visibility.visible(selection);
  }

  /** Returns a test of whether a record is of one of these kinds; false for dead ordinals. */
  ofKinds(kinds: readonly string[]): (ordinal: number) => boolean {
    const isWanted = this.#labels.ofKinds(kinds);
    return (ordinal) => isWanted(this.#labelOf.at(ordinal));
  }

  #count(ordinal: number, sign: -1 | 1): void {
    if (!this.isAlive(ordinal)) return;
    this.alive += sign;
    if (this.traitsAt(ordinal) === null) return;
    this.documents += sign;
    this.terms += sign * this.termCounts.at(ordinal);
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
