import { requireWidth } from "../contracts/store-helpers.js";
import type { VectorSpace } from "../contracts/vector-space.js";
import type { EmbedOp, SpaceOp, WriteResult } from "../contracts/write-op.js";
import { recordKey } from "../internal/record-key.js";
import type { Tables } from "./tables.js";

/** Makes a space known before vectors are written in it. @throws `vector-space-mismatch` */
export function registerSpace(tables: Tables, space: VectorSpace, values: Float32Array): void {
  requireWidth(space, values.length);
  changeSpace(tables, { op: "space", space, state: "ready", unlessKnown: true });
}

/** Sets the state of a space. */
export function changeSpace(tables: Tables, { space, state, unlessKnown }: SpaceOp): WriteResult {
  const known = tables.spaces.get(space.id);
  requireWidth(known ?? space, space.dimensions);
  if (known && (unlessKnown || known.state === state)) return { applied: false };
  tables.spaces.set(space.id, { id: space.id, dimensions: space.dimensions, state });
  return { applied: true };
}

/** Adds a vector to a record, if its text is still the one that the vector was made from. */
export function embedRecord(tables: Tables, op: EmbedOp): WriteResult {
  const stored = tables.records.get(recordKey(op));
  if (stored?.search?.textHash !== op.textHash) return { applied: false };
  const { space, values } = op.vector;
  registerSpace(tables, space, values);
  const vectors = new Map(stored.search.vectors).set(space.id, values.slice());
  const job = op.dequeue === true ? undefined : stored.search.job;
  tables.records.set(recordKey(op), { ...stored, search: { ...stored.search, vectors, job } });
  return { applied: true };
}

/** Removes a space with its vectors and returns their number. */
export function dropSpace(tables: Tables, space: string): number {
  if (!tables.spaces.delete(space)) return 0;
  let dropped = 0;
  for (const [key, stored] of tables.records.entries()) {
    if (!stored.search?.vectors.has(space)) continue;
    const vectors = new Map(stored.search.vectors);
    vectors.delete(space);
    tables.records.set(key, { ...stored, search: { ...stored.search, vectors } });
    dropped += 1;
  }
  return dropped;
}

/** Counts the searchable records that have no vector in a space. */
export function countMissingVectors(tables: Tables, space: string): number {
  const records = [...tables.records.values()];
  return records.filter(({ search }) => search?.vectors.has(space) === false).length;
}
