import { inMemoryStore, MemoryError } from "@kioku/core";
import type { CompleteStore, StoreCapabilities } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { storeConformance } from "../src/index.js";
import { replace } from "../src/support/replace.js";
import { mapPuts } from "./broken/break-store.js";

const NOTHING: StoreCapabilities = { vector: "none", text: false };

const APPROXIMATE: StoreCapabilities = { vector: "approximate", text: true };

function refuse(): Promise<never> {
  return Promise.reject(new MemoryError("store-failed", "this store cannot do that"));
}

/** A store that keeps records and does nothing else: what it does not claim, it refuses. */
function bareStore(): CompleteStore {
  const store = inMemoryStore();
  const writing = mapPuts(store, (op) => {
    if (typeof op.search === "string" || op.search.vectors.length === 0) return op;
    throw new MemoryError("store-failed", "this store has no vectors");
  });
  return replace(writing, {
    capabilities: NOTHING,
    queue: undefined,
    search: (request, options) => store.search(request, options).then(refuse),
    vectors: (space, refs, options) => store.vectors(space, refs, options).then(refuse),
    history: (ref, options) => store.history(ref, options).then(refuse),
  });
}

test("no two cases of a group have the same name", () => {
  const names = storeConformance(inMemoryStore).map(({ group, name }) => `${group}: ${name}`);
  expect(names).toEqual([...new Set(names)]);
});

test("a case whose requirement the store does not meet is skipped and names it", async () => {
  const cases = storeConformance(bareStore).filter(({ requires }) => requires.length > 0);
  const outcomes = await Promise.all(cases.map(({ run }) => run()));
  expect(outcomes).toEqual(
    cases.map(({ requires: [missing] }) => ({ status: "skipped", missing })),
  );
});

test("an approximate store is not asked for the exact nearest", async () => {
  const cases = storeConformance(() => replace(inMemoryStore(), { capabilities: APPROXIMATE }));
  const exact = cases.filter(({ requires }) => requires.includes("exact vector"));
  const outcomes = await Promise.all(exact.map(({ run }) => run()));
  expect(outcomes).toEqual(exact.map(() => ({ status: "skipped", missing: "exact vector" })));
});

test("a store that only keeps records passes every case that requires nothing more", async () => {
  const failures: string[] = [];
  for (const { group, name, requires, run } of storeConformance(bareStore)) {
    if (requires.length > 0) continue;
    await run().catch((error: unknown) => failures.push(`${group}: ${name}: ${String(error)}`));
  }
  expect(failures).toEqual([]);
});

test("every store that a case made is closed, whether it passes or fails", async () => {
  const made: CompleteStore[] = [];
  const cases = storeConformance(() => {
    const store = replace(inMemoryStore(), { list: () => Promise.reject(new Error("broken")) });
    made.push(store);
    return store;
  });
  const some = cases.filter(({ group }) => ["paging", "lifecycle", "history"].includes(group));
  await Promise.allSettled(some.map(({ run }) => run()));
  expect(made.length).toBeGreaterThan(some.length);
  for (const store of made) {
    await expect(store.spaces()).rejects.toMatchObject({ code: "closed" });
  }
});
