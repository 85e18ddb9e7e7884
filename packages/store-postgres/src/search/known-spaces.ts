import type { VectorLeg } from "@kioku/core/toolkit";

import type { Ask } from "../ask.js";
import { searchedSpaces } from "./searched-spaces.js";
import type { SearchedSpace } from "./searched-spaces.js";

/** So many spaces are remembered. */
const MOST = 1_000;

/**
 * The spaces that searches have read last, so that the next one need not wait for them. A number
 * never comes to mean another space.
 */
export class KnownSpaces {
  readonly #byName = new Map<string, SearchedSpace>();

  /** The leg's space if it is known and as wide as the leg. */
  find({ space, values }: VectorLeg): SearchedSpace | undefined {
    const known = this.#byName.get(space);
    return known?.dimensions === values.length ? known : undefined;
  }

  /**
   * The spaces of these legs, each once; `undefined` if one of them is not known, or is not as wide
   * as its leg.
   */
  of(legs: readonly VectorLeg[]): readonly SearchedSpace[] | undefined {
    const spaces = new Set<SearchedSpace>();
    for (const leg of legs) {
      const known = this.find(leg);
      if (!known) return undefined;
      spaces.add(known);
    }
    return [...spaces];
  }

  /** Notes what was read. */
  add(spaces: readonly SearchedSpace[]): void {
    for (const space of spaces) {
      const [oldest] = this.#byName.keys();
      if (this.#byName.size >= MOST && oldest !== undefined) this.#byName.delete(oldest);
      this.#byName.set(space.name, space);
    }
  }

  /**
   * Reads the space of a leg; `undefined` where nobody has written in it.
   * @throws `vector-space-mismatch` if the leg is not as wide.
   */
  async read(ask: Ask, leg: VectorLeg): Promise<SearchedSpace | undefined> {
    this.#byName.delete(leg.space);
    const [space] = await searchedSpaces(ask, [leg]);
    if (space) this.add([space]);
    return space;
  }
}

/** Whether both are the same spaces, in whatever order. */
export function sameSpaces(a: readonly SearchedSpace[], b: readonly SearchedSpace[]): boolean {
  const ids = new Set(a.map(({ id }) => id));
  return ids.size === b.length && b.every(({ id }) => ids.has(id));
}
