import type { MemoryStore } from "@kioku/core";

import type { StoreRequirement } from "../conformance-case.js";

/** What a case is given; everything in it is closed when the case has ended. */
export interface StoreSubject {
  /** An open, empty store. */
  readonly store: MemoryStore;
  /** Another empty store, not yet open. */
  readonly create: () => Promise<MemoryStore>;
}

/** One case of the store suite, before it is bound to a store. */
export interface StoreCase {
  readonly group: string;
  readonly name: string;
  readonly requires?: readonly StoreRequirement[];
  check(subject: StoreSubject): Promise<void>;
}

/** The cases of one group. */
export function storeCases(
  group: string,
  cases: readonly Omit<StoreCase, "group">[],
): readonly StoreCase[] {
  return cases.map((one) => ({ ...one, group }));
}
