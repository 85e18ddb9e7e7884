import { requireWidth } from "../contracts/store-helpers.js";
import type { VectorSpace } from "../contracts/vector-space.js";
import type { EmbedOp, SpaceOp, WriteResult } from "../contracts/write-op.js";
import type { Tables } from "./tables.js";
import { identityOf } from "./tables.js";

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

/**
 * Notes that vectors are written in this space. It stays known when its last vector is gone.
 * @throws `vector-space-mismatch` if its vectors have another width.
 */
export function registerSpace(tables: Tables, space: VectorSpace, values: Float32Array): void {
  const known = tables.spaces.get(space.id);
  requireWidth(known ?? space, space.dimensions);
  requireWidth(space, values.length);
  if (known) return;
  tables.spaces.set(space.id, { id: space.id, dimensions: space.dimensions, state: "ready" });
}

/** Adds a vector to a record, if its text is still the one the vector was made from. */
export function embedRecord(tables: Tables, op: EmbedOp): WriteResult {
  const stored = tables.records.get(identityOf(op));
  if (stored?.search?.textHash !== op.textHash) return { applied: false };
  const { space, values } = op.vector;
  registerSpace(tables, space, values);
  const vectors = new Map(stored.search.vectors).set(space.id, values.slice());
  const job = op.dequeue === true ? undefined : stored.search.job;
  tables.records.set(identityOf(op), { ...stored, search: { ...stored.search, vectors, job } });
  return { applied: true };
}
