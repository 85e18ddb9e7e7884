import type { Selection } from "@kioku/core/toolkit";

import { InstantColumn, type InstantsState } from "./instant-column.js";

/** Instants in milliseconds that decide whether a record is visible. */
export interface VisibilityEntry {
  readonly archivedAt: number | null;
  readonly expiresAt: number | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
}

/** The instants of a `Visibility`. */
export type VisibilityState = { readonly [Name in keyof VisibilityEntry]: InstantsState };

/** Visibility of records by ordinal. Uses memory only for instants that some record has. */
export class Visibility {
  readonly #archivedAt: InstantColumn;
  readonly #expiresAt: InstantColumn;
  readonly #validFrom: InstantColumn;
  readonly #validTo: InstantColumn;

  /** @param expected - Expected number of ordinals, if known. */
  constructor(expected = 0) {
    this.#archivedAt = new InstantColumn(expected);
    this.#expiresAt = new InstantColumn(expected);
    this.#validFrom = new InstantColumn(expected);
    this.#validTo = new InstantColumn(expected);
  }

  get bytes(): number {
    const columns = [this.#archivedAt, this.#expiresAt, this.#validFrom, this.#validTo];
    return columns.reduce((sum, column) => sum + column.bytes, 0);
  }

  /** Returns a copy of its instants, for `restore`. */
  state(): VisibilityState {
    return {
      archivedAt: this.#archivedAt.state(),
      expiresAt: this.#expiresAt.state(),
      validFrom: this.#validFrom.state(),
      validTo: this.#validTo.state(),
    };
  }

  /** Replaces its instants. */
  restore({ archivedAt, expiresAt, validFrom, validTo }: VisibilityState): void {
    this.#archivedAt.restore(archivedAt);
    this.#expiresAt.restore(expiresAt);
    this.#validFrom.restore(validFrom);
    this.#validTo.restore(validTo);
  }

  /** Sets the instants of an ordinal; without an entry, removes them. */
  set(ordinal: number, entry?: VisibilityEntry): void {
    this.#archivedAt.set(ordinal, entry?.archivedAt ?? null);
    this.#expiresAt.set(ordinal, entry?.expiresAt ?? null);
    this.#validFrom.set(ordinal, entry?.validFrom ?? null);
    this.#validTo.set(ordinal, entry?.validTo ?? null);
  }

  /** Returns a test of visibility, valid until the next change; `undefined`: all are visible. */
  visible(
    selection: Pick<Selection, "now" | "validAt" | "includeArchived">,
  ): ((ordinal: number) => boolean) | undefined {
    const archivedAt = selection.includeArchived === true ? undefined : used(this.#archivedAt);
    const expiresAt = selection.now && used(this.#expiresAt);
    const validFrom = selection.validAt && used(this.#validFrom);
    const validTo = selection.validAt && used(this.#validTo);
    if (!archivedAt && !expiresAt && !validFrom && !validTo) return undefined;
    const now = selection.now?.getTime() ?? 0;
    const validAt = selection.validAt?.getTime() ?? 0;
    return (ordinal) =>
      (!archivedAt || archivedAt.at(ordinal) === null) &&
      (!expiresAt || (expiresAt.at(ordinal) ?? Number.POSITIVE_INFINITY) > now) &&
      (!validFrom || (validFrom.at(ordinal) ?? Number.NEGATIVE_INFINITY) <= validAt) &&
      (!validTo || (validTo.at(ordinal) ?? Number.POSITIVE_INFINITY) > validAt);
  }
}

function used(column: InstantColumn): InstantColumn | undefined {
  return column.count > 0 ? column : undefined;
}
