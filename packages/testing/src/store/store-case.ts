import type { MemoryStore } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import { casesOf, checksOf } from "../conformance-case.js";
import type { Case, Checks, StoreRequirement } from "../conformance-case.js";

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
export type StoreCase = Case<StoreSubject, StoreRequirement>;

/** Makes the cases of one group. */
export const storeCases: typeof casesOf<StoreSubject, StoreRequirement> = casesOf;

/** Makes checks of every row of a table. */
export const storeChecks: <Row>(
  rows: readonly Row[],
  toChecks: (row: Row) => Checks<StoreSubject>,
) => Checks<StoreSubject> = checksOf;
