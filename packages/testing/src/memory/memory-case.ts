import type { MemoryRoot } from "@kioku/core";

import { casesOf } from "../cases.js";
import type { Case } from "../cases.js";
import type { StoreRequirement } from "../conformance-case.js";
import type { MovableClock } from "./movable-clock.js";
import type { TestEmbedder } from "./test-embedder.js";

/** Arguments of a case; everything in it is closed when the case has ended. */
export interface MemorySubject {
  /** A memory on an empty store. */
  readonly memory: MemoryRoot;
  /** Another memory on the same store, as a second process would have one. */
  readonly beside: MemoryRoot;
  /** The clock of all of them. */
  readonly clock: MovableClock;
  /** The embedder of all of them; not asked where the store keeps no vectors. */
  readonly embedder: TestEmbedder;
  /** A memory on another empty store. */
  readonly elsewhere: () => Promise<MemoryRoot>;
}

/** A case of the memory suite, before it is bound to a store. */
export type MemoryCase = Case<MemorySubject, StoreRequirement>;

/** Makes the cases of one group. */
export const memoryCases: typeof casesOf<MemorySubject, StoreRequirement> = casesOf;
