import { inMemoryStore } from "@kioku/core";
import type { CompleteStore, RecordId, WriteOp } from "@kioku/core/toolkit";

import { apply } from "./operation.ts";
import type { Operation } from "./operation.ts";

/** A record as long as something is known of it, and what the log says of it. */
interface Life {
  readonly ref: RecordId;
  readonly ops: Set<WriteOp>;
}

/**
 * The operations without all that is said in them of records of which nothing is known any more.
 */
export async function withoutPurged(operations: readonly Operation[]): Promise<Operation[]> {
  await using store = inMemoryStore();
  await store.open();
  const lives = new Map<string, Life>();
  const purged = new Set<WriteOp>();
  for (const operation of operations) {
    await apply(store, operation);
    if (operation.type === "write") for (const op of operation.ops) note(lives, op);
    if (operation.type === "strengthen" || operation.type === "dropSpace") continue;
    for (const op of await endedLives(lives, store)) purged.add(op);
  }
  return operations.flatMap((operation): readonly Operation[] => {
    // What they removed is not there in the first place. A deletion that left a history goes on as
    // it is.
    if (operation.type === "sweep") return [];
    if (operation.type === "delete" && operation.options.purge) return [];
    if (operation.type !== "write") return [operation];
    const ops = operation.ops.filter((op) => !purged.has(op));
    return ops.length === 0 ? [] : [{ ...operation, ops }];
  });
}

function note(lives: Map<string, Life>, op: WriteOp): void {
  const ref = refOf(op);
  if (!ref) return;
  const name = JSON.stringify([ref.scope, ref.id]);
  const life = lives.get(name) ?? { ref, ops: new Set<WriteOp>() };
  life.ops.add(op);
  lives.set(name, life);
}

function refOf(op: WriteOp): RecordId | undefined {
  if (op.op === "put") return op.record;
  return op.op === "tombstone" || op.op === "space" ? undefined : op;
}

/**
 * What was said of records that are gone with their history, which begin anew if they come again.
 */
async function endedLives(
  lives: Map<string, Life>,
  store: CompleteStore,
): Promise<readonly WriteOp[]> {
  const ended: WriteOp[] = [];
  for (const [name, { ref, ops }] of lives) {
    if ((await store.history(ref)).length > 0) continue;
    ended.push(...ops);
    lives.delete(name);
  }
  return ended;
}
