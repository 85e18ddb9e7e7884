import type { TombstoneOp, WriteResult } from "../contracts/write-op.js";
import type { Tables } from "./tables.js";

/** Remembers that something was erased. */
export function addTombstone(tables: Tables, { scope, hash, at }: TombstoneOp): WriteResult {
  const name = JSON.stringify([scope, hash]);
  if (tables.tombstones.get(name)) return { applied: false };
  tables.tombstones.set(name, { scope: [...scope], hash, at: new Date(at) });
  return { applied: true };
}
