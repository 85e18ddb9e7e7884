import { requireWidth } from "../contracts/store-helpers/require-width.js";
import type { SpaceOp, WriteResult } from "../contracts/write-op.js";
import type { Tables } from "./tables.js";

/** Says what a space is for. */
export function changeSpace(tables: Tables, { space, state, unlessKnown }: SpaceOp): WriteResult {
  const known = tables.spaces.get(space.id);
  requireWidth(known ?? space, space.dimensions);
  if (known && (unlessKnown || known.state === state)) return { applied: false };
  tables.spaces.set(space.id, { id: space.id, dimensions: space.dimensions, state });
  return { applied: true };
}

/** Removes a space with its vectors and says how many those were. */
export function dropSpace(tables: Tables, space: string): number {
  if (!tables.spaces.delete(space)) return 0;
  let dropped = 0;
  for (const [identity, stored] of tables.records.entries()) {
    if (!stored.search?.vectors.has(space)) continue;
    const vectors = new Map(stored.search.vectors);
    vectors.delete(space);
    tables.records.set(identity, { ...stored, search: { ...stored.search, vectors } });
    dropped += 1;
  }
  return dropped;
}

/** How many searchable records have no vector in a space. */
export function countMissingVectors(tables: Tables, space: string): number {
  return [...tables.records.values()].filter(({ search }) => search?.vectors.has(space) === false)
    .length;
}
