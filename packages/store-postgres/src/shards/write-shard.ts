import { MemoryError, type CallOptions, type Scope } from "@kioku/core";
import type { WriteOp, WriteResult } from "@kioku/core/toolkit";

import { spaceSteps, type ShardSpaces } from "./shard-spaces.js";
import type { Shards } from "./shards.js";

/** The shards, and their spaces. */
export interface Sharded {
  readonly shards: Shards;
  readonly spaces: ShardSpaces;
}

const UNCHANGED: WriteResult = { applied: false };

/**
 * Applies ops in the one shard of their records, all or nothing, and then ops on spaces in shard 0.
 * @throws `unsupported` if records of several shards are named.
 */
export async function writeShard(
  { shards, spaces }: Sharded,
  ops: readonly WriteOp[],
  options?: CallOptions,
): Promise<readonly WriteResult[]> {
  const shard = onlyShard(shards, ops);
  const store = await shards.at(shard, options);
  if (shard === 0) return store.write(ops, options);
  const asked = ops.flatMap((op) => spaceSteps(op));
  if (asked.length === 0) return store.write(ops, options);
  await spaces.begin(asked, options);
  const rest = ops.filter((op) => op.op !== "space");
  const written = (await store.write(rest, options)).values();
  const answered = ops.map((op) => ({
    op,
    result: op.op === "space" ? undefined : written.next().value,
  }));
  const applied = answered.filter(({ op, result }) => op.op === "space" || result?.applied);
  const steps = applied.flatMap(({ op }) => spaceSteps(op));
  const published = (await spaces.publish(steps)).values();
  return answered.map(({ result }) => result ?? published.next().value ?? UNCHANGED);
}

/** Returns the shard of all ops; 0 if they name no record. */
function onlyShard(shards: Shards, ops: readonly WriteOp[]): number {
  const found = new Set(
    ops.flatMap((op) => {
      const scope = scopeOf(op);
      return scope ? [shards.shardOf(scope)] : [];
    }),
  );
  const [first = 0, ...others] = found;
  if (others.length === 0) return first;
  throw new MemoryError(
    "unsupported",
    `a batch of ${ops.length} ops is for ${found.size} shards, and only one shard can be written all or nothing: write the ops of each shard, by shardOf, in a batch of their own`,
  );
}

function scopeOf(op: WriteOp): Scope | undefined {
  if (op.op === "space") return undefined;
  return op.op === "put" ? op.record.scope : op.scope;
}
