import { deepEqual } from "node:assert/strict";

import { inMemoryStore } from "@kioku/core";
import type { MemoryStore, SearchRequest, WriteOp } from "@kioku/core";

import { sqliteStore } from "../../src/index.js";
import { nearlyEqual } from "./near-numbers.js";

/** The reference and the store that has to answer as it does. */
export interface BothStores {
  readonly reference: MemoryStore;
  readonly store: MemoryStore;
}

/** Opens an empty store of each sort. */
export async function openBoth(): Promise<BothStores> {
  const both = { reference: inMemoryStore(), store: sqliteStore({ path: ":memory:" }) };
  await both.reference.open();
  await both.store.open();
  return both;
}

/** Writes the same to both, one by one: what expired makes way and keys are taken, and so an op may be refused. */
export async function writeToBoth(
  { reference, store }: BothStores,
  ops: readonly WriteOp[],
): Promise<void> {
  for (const op of ops) {
    const [expected, actual] = await Promise.allSettled([reference.write([op]), store.write([op])]);
    deepEqual(outcomeOf(actual), outcomeOf(expected));
  }
}

function outcomeOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === "fulfilled" ? result.value : String(result.reason);
}

/** Questions to ask both. */
export interface Questions<Request> {
  readonly times: number;
  readonly make: () => Request;
  readonly ask: (subject: MemoryStore, request: Request) => Promise<unknown>;
}

/** Asks both the same, many times, and says to which questions the answers differed. */
export async function differences<Request>(
  { reference, store }: BothStores,
  { times, make, ask }: Questions<Request>,
): Promise<string[]> {
  const found: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const request = make();
    const [expected, actual] = [await ask(reference, request), await ask(store, request)];
    if (!nearlyEqual(actual, expected)) found.push(JSON.stringify(request));
  }
  return found;
}

/** Searches twice: the second answer may come from what the store remembers. */
export async function searchTwice(subject: MemoryStore, request: SearchRequest): Promise<unknown> {
  return [await subject.search(request), await subject.search(request)];
}
