import assert from "node:assert/strict";

import type { MemoryRecord, Scope } from "@kioku/core";
import type { CompleteStore, SpaceVector } from "@kioku/core/toolkit";

import { numberOf, putOp, searchEntry, spaceVector, testRecord } from "../test-records.js";
import { EVERYWHERE, listAll } from "./requests.js";
import type { StoreCase } from "./store-case.js";

/**
 * Scopes that a store may take for each other: by prefix, separator, escape, case, width, normal
 * form or wildcard.
 */
export const LOOK_ALIKES: readonly Scope[] = [
  [],
  ["users"],
  ["users", "1"],
  ["users", "10"],
  ["users", "1", "x"],
  ["users", "1", "x", "y"],
  ["users", "1 "],
  ["users", " 1"],
  ["users", "１"],
  ["users", "%"],
  ["users", "_"],
  ["users", "1'--"],
  ["users", '"1"'],
  ["users", "1\\"],
  ["users", "/1"],
  ["users/", "1"],
  ["/users", "1"],
  ["users/1"],
  ["users:1"],
  ["users1"],
  ["Users", "1"],
  ["\u200Busers", "1"],
  ["a"],
  ["a", "b"],
  ["a", "b", "c"],
  ["a", "b/c"],
  ["a/b"],
  ["a:b"],
  ["a\u0001"],
  ["a!"],
  ["a-"],
  ["a."],
  ["a0"],
  ["a~"],
  ["~"],
  ["~0"],
  ["~1"],
  ["~01"],
  ["~", "1"],
  ["/"],
  ["//"],
  ["é"],
  ["e\u0301"],
  ["%"],
  ["*"],
  ["null"],
  ["[]"],
  ["\uFFFF"],
  ["😀"],
];

/** A scope of the table with its number in it. */
export interface LookAlike {
  readonly scope: Scope;
  readonly owner: number;
}

/** The table with its numbers. */
export const OWNERS: readonly LookAlike[] = LOOK_ALIKES.map((scope, owner) => ({ scope, owner }));

/** Every third of them: enough, where after each write everything is looked at. */
export const SOME_OWNERS: readonly LookAlike[] = OWNERS.filter(({ owner }) => owner % 3 === 2);

/** The n-th record of a scope: but for its owner the same in every scope. */
export function ownedRecord({ scope, owner }: LookAlike, n: number): MemoryRecord {
  const fields = { scope, metadata: { owner }, thread: "thread", content: "the same memory" };
  return testRecord(n, n === 1 ? { ...fields, key: "key" } : fields);
}

/** A direction of its own for every scope. */
export function ownedVector({ owner }: LookAlike): SpaceVector {
  const angle = (Math.PI * owner) / LOOK_ALIKES.length;
  return spaceVector({ id: "space", dimensions: 2 }, [Math.cos(angle), Math.sin(angle)]);
}

/**
 * Writes records 1 and 2 to every scope of the table: the same ids, key, text, thread and
 * idempotency key in each.
 */
export async function writeLookAlikes(store: CompleteStore): Promise<void> {
  const ops = OWNERS.flatMap((owner) => {
    const vectors = store.capabilities.vector === "none" ? [] : [ownedVector(owner)];
    const search = searchEntry("the same memory", vectors);
    const actor = `owner ${owner.owner}`;
    const first = { search, actor, idempotencyKey: "once", unlessDuplicate: true };
    return [putOp(ownedRecord(owner, 1), first), putOp(ownedRecord(owner, 2), { search, actor })];
  });
  const results = await store.write(ops);
  for (const [index, result] of results.entries()) {
    const name = JSON.stringify(ops[index]?.record.scope);
    assert.ok(result.applied, `the write to ${name} was taken for one to another scope`);
  }
}

/** The scopes of the table that `ancestor` contains, itself included. */
export function ownersBelow(ancestor: Scope): readonly LookAlike[] {
  const start = JSON.stringify(ancestor);
  return OWNERS.filter(({ scope }) => JSON.stringify(scope.slice(0, ancestor.length)) === start);
}

/** A word for every record of every scope, to compare what is there with what should be. */
export async function listOwned(store: CompleteStore): Promise<string[]> {
  const records = await listAll(store, EVERYWHERE);
  return records.map((record) => nameOwned(record)).toSorted();
}

/** `owner/number`, and a mark if a record is not in the scope of its owner. */
export function nameOwned(record: MemoryRecord): string {
  const owner = Number(record.metadata["owner"]);
  const isAtHome = JSON.stringify(record.scope) === JSON.stringify(LOOK_ALIKES[owner]);
  return `${owner}/${numberOf(record)}${isAtHome ? "" : " in the wrong scope"}`;
}

/** The names of records 1 and 2 of these scopes. */
export function namesOf(owners: readonly LookAlike[]): string[] {
  return owners.flatMap(({ owner }) => [`${owner}/1`, `${owner}/2`]).toSorted();
}

/** Checks every scope of the table in turn, in a store that has records in all of them. */
export function inEveryLookAlike(
  check: (store: CompleteStore, owner: LookAlike) => Promise<void>,
): StoreCase["check"] {
  return async ({ store }) => {
    await writeLookAlikes(store);
    for (const owner of OWNERS) {
      try {
        await check(store, owner);
      } catch (cause) {
        const scope = JSON.stringify(owner.scope);
        throw new Error(`asked for scope ${scope}: ${String(cause)}`, { cause });
      }
    }
  };
}
