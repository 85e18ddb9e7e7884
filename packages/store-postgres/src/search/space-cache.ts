import { LruMap, requireWidth, type VectorLeg } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { textArray } from "../sql/encode.js";
import type { Query } from "../sql/query.js";

/** A space as statements know it. */
export interface SearchedSpace {
  readonly name: string;
  readonly id: number;
  readonly dimensions: number;
}

/** Reads the spaces of vector legs, if they exist. Throws if a vector has another width. */
export async function searchedSpaces(
  query: Query,
  legs: readonly VectorLeg[],
): Promise<readonly SearchedSpace[]> {
  if (legs.length === 0) return [];
  const wanted = textArray([...new Set(legs.map(({ space }) => space))]);
  const spaces = await query<SearchedSpace>(
    ({ names }) => sql`
      select name, id, dimensions from ${names.spaces} where name = any(${wanted}::text[])`,
  );
  requireWidths(legs, spaces);
  return spaces;
}

/** Throws `vector-space-mismatch` if a vector has another width than its space. */
export function requireWidths(legs: readonly VectorLeg[], spaces: readonly SearchedSpace[]): void {
  for (const { space, values } of legs) {
    const known = spaces.find(({ name }) => name === space);
    if (known) requireWidth({ id: space, dimensions: known.dimensions }, values.length);
  }
}

const MAX_SPACES = 1_000;

/** Spaces that searches have read last. A number never comes to mean another space. */
export class SpaceCache {
  readonly #byName = new LruMap<string, SearchedSpace>({ maxEntries: MAX_SPACES });

  /** Returns the leg's space if it is cached and as wide as the leg. */
  find({ space, values }: VectorLeg): SearchedSpace | undefined {
    const cached = this.#byName.get(space);
    return cached?.dimensions === values.length ? cached : undefined;
  }

  /** Returns the spaces of these legs, each once; `undefined` if `find` misses one of them. */
  findAll(legs: readonly VectorLeg[]): readonly SearchedSpace[] | undefined {
    const spaces = new Set<SearchedSpace>();
    for (const leg of legs) {
      const cached = this.find(leg);
      if (!cached) return undefined;
      spaces.add(cached);
    }
    return [...spaces];
  }

  add(spaces: readonly SearchedSpace[]): void {
    for (const space of spaces) this.#byName.set(space.name, space);
  }

  /** Reads the space of a leg, if it exists. Throws if the leg has another width. */
  async read(query: Query, leg: VectorLeg): Promise<SearchedSpace | undefined> {
    this.#byName.delete(leg.space);
    const [space] = await searchedSpaces(query, [leg]);
    if (space) this.add([space]);
    return space;
  }
}

/** Returns true for the same spaces in any order. */
export function sameSpaces(a: readonly SearchedSpace[], b: readonly SearchedSpace[]): boolean {
  const ids = new Set(a.map(({ id }) => id));
  return ids.size === b.length && b.every(({ id }) => ids.has(id));
}
