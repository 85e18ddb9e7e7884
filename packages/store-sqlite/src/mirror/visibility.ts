import type { Selection } from "@kioku/core/toolkit";

import { InstantColumn } from "./instant-column.js";
import type { VisibilityEntry } from "./roster-entry.js";

const NEVER: VisibilityEntry = {
  archivedAt: null,
  expiresAt: null,
  validFrom: null,
  validTo: null,
};

/**
 * When the records of a roster may be seen, by slot. Takes memory only for what some record has.
 */
export class Visibility {
  readonly #archivedAt: InstantColumn;
  readonly #expiresAt: InstantColumn;
  readonly #validFrom: InstantColumn;
  readonly #validTo: InstantColumn;

  /** @param expected - How many slots there will be, if that is known. */
  constructor(expected = 0) {
    this.#archivedAt = new InstantColumn(expected);
    this.#expiresAt = new InstantColumn(expected);
    this.#validFrom = new InstantColumn(expected);
    this.#validTo = new InstantColumn(expected);
  }

  /** What it takes in memory. */
  get bytes(): number {
    const columns = [this.#archivedAt, this.#expiresAt, this.#validFrom, this.#validTo];
    return columns.reduce((sum, column) => sum + column.bytes, 0);
  }

  /** Sets what holds of a slot; without an entry, that nothing does. */
  set(slot: number, entry: VisibilityEntry = NEVER): void {
    this.#archivedAt.set(slot, entry.archivedAt);
    this.#expiresAt.set(slot, entry.expiresAt);
    this.#validFrom.set(slot, entry.validFrom);
    this.#validTo.set(slot, entry.validTo);
  }

  /**
   * Tells whether a selection lets the record of a slot be seen, kinds and conditions aside.
   * `undefined`: it hides none of them. Good until something is set.
   */
  visible(
    selection: Pick<Selection, "now" | "validAt" | "includeArchived">,
  ): ((slot: number) => boolean) | undefined {
    const archivedAt = selection.includeArchived === true ? undefined : used(this.#archivedAt);
    const expiresAt = selection.now && used(this.#expiresAt);
    const validFrom = selection.validAt && used(this.#validFrom);
    const validTo = selection.validAt && used(this.#validTo);
    if (!archivedAt && !expiresAt && !validFrom && !validTo) return undefined;
    const now = selection.now?.getTime() ?? 0;
    const validAt = selection.validAt?.getTime() ?? 0;
    return (slot) =>
      (!archivedAt || archivedAt.at(slot) === null) &&
      (!expiresAt || (expiresAt.at(slot) ?? Number.POSITIVE_INFINITY) > now) &&
      (!validFrom || (validFrom.at(slot) ?? Number.NEGATIVE_INFINITY) <= validAt) &&
      (!validTo || (validTo.at(slot) ?? Number.POSITIVE_INFINITY) > validAt);
  }
}

/** A column that holds something. */
function used(column: InstantColumn): InstantColumn | undefined {
  return column.count > 0 ? column : undefined;
}
