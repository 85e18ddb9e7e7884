import type { MemoryRoot } from "@kioku/core";

import { casesOf, type Case, type StoreRequirement } from "../conformance-case.js";
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

/** A clock that stands still until told otherwise. */
export interface MovableClock {
  now: Date;
  /** Moves it on. */
  advance(ms: number): void;
}

/** A clock that stands at noon of 1 March 2026. */
export function movableClock(): MovableClock {
  return {
    now: new Date("2026-03-01T12:00:00.000Z"),
    advance(ms) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
}

/** Every verb of a memory, those of the root included. */
type Verb = Exclude<keyof MemoryRoot, symbol | "scopePath">;

/**
 * Every verb that can be called over and over: all but `close`. Tables by it are complete, or they
 * do not compile.
 */
export type RepeatableVerb = Exclude<Verb, "close">;
