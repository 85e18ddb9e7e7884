import type { MemoryStore } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import type { StoreRequirement } from "../conformance-case.js";

/** Arguments of a case; all stores in it are closed when the case has ended. */
export interface StoreSubject {
  /** An open, empty store, with methods of core in place of those that it leaves out. */
  readonly store: CompleteStore;
  /** The same store as it was made. */
  readonly given: MemoryStore;
  /** Makes another empty store, not yet open. */
  readonly create: () => Promise<CompleteStore>;
  /** Returns true if the store claims a capability. */
  readonly claims: (requirement: StoreRequirement) => boolean;
}

/** A case of the store suite, before it is bound to a store. */
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
