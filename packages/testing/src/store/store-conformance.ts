import type { MemoryStore } from "@kioku/core";
import { completeStore } from "@kioku/core/toolkit";
import type { CompleteStore } from "@kioku/core/toolkit";

import { claims, missingRequirement } from "../conformance-case.js";
import type { ConformanceCase, ConformanceOutcome } from "../conformance-case.js";
import { ALL_CASES } from "./all-cases.js";
import type { StoreCase, StoreSubject } from "./store-case.js";

/** Makes a store that is empty and not yet open. */
export type CreateStore = () => MemoryStore | Promise<MemoryStore>;

/**
 * Everything that a `MemoryStore` has to do, as cases for any test runner. Each case makes its own
 * empty store with `create`, opens it and closes it.
 */
export function storeConformance(create: CreateStore): readonly ConformanceCase[] {
  return ALL_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires,
    run: () => runCase(one, create),
  }));
}

async function runCase(one: StoreCase, create: CreateStore): Promise<ConformanceOutcome> {
  const made: MemoryStore[] = [];
  const createTracked = async (): Promise<CompleteStore> => {
    const store = await create();
    made.push(store);
    return completeStore(store);
  };
  try {
    const given = await create();
    made.push(given);
    const missing = missingRequirement(one.requires, given);
    if (missing) {
      await given.close();
      return { status: "skipped", missing };
    }
    const store = completeStore(given);
    await store.open();
    const claimed: StoreSubject["claims"] = (requirement) => claims(given, requirement);
    await one.check({ store, given, create: createTracked, claims: claimed });
  } catch (error) {
    // The first failure counts, not that closing fails as well.
    await Promise.allSettled(made.map((store) => store.close()));
    throw error;
  }
  await Promise.all(made.map((store) => store.close()));
  return { status: "passed" };
}
