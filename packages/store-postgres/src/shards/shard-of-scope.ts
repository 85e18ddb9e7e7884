import { createHash } from "node:crypto";

import type { Scope } from "@kioku/core";

import { toWire } from "../sql/driver.js";

/**
 * Returns the shard of a scope: the first 32 bits of the SHA-256 of its first element in UTF-8, as
 * a number with the highest byte first, modulo the number of shards. The root is in shard 0.
 */
export function shardOfScope(scope: Scope, shards: number): number {
  const [first] = scope;
  if (first === undefined || shards === 1) return 0;
  // As it is stored, so that two spellings of one path are in one shard.
  const text = toWire(first) ?? "";
  return createHash("sha256").update(text).digest().readUInt32BE() % shards;
}
