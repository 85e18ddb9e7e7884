import assert from "node:assert/strict";

import type { Memory, MemoryRecord, Receipt, RememberInput } from "@kioku/core";

/** The record of a receipt. Fails if it was rejected. */
export function recordOf(receipt: Receipt | undefined): MemoryRecord {
  assert.ok(receipt && receipt.status !== "rejected", "it was rejected, or has no receipt");
  return receipt.record;
}

/** Remembers one thing, and fails unless it was stored. */
export async function remembered(
  memory: Memory,
  input: string | RememberInput,
  by: { readonly actor?: string; readonly cause?: string } = {},
): Promise<MemoryRecord> {
  const receipt = await memory.remember(input, by);
  assert.equal(receipt.status, "stored", `the receipt says ${receipt.status}`);
  return recordOf(receipt);
}

/** Returns the contents of a list, in its order. */
export async function listed(
  memory: Memory,
  query: Parameters<Memory["list"]>[0] = {},
): Promise<string[]> {
  const { items } = await memory.list({ limit: 1_000, ...query });
  return items.map(({ content }) => content);
}

/** The statuses of receipts, in order. */
export function statuses(receipts: readonly Receipt[]): string[] {
  return receipts.map(({ status }) => status);
}

/** Everything that comes, as a list. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
