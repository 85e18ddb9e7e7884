import type { MemoryRoot } from "@kioku/core";

/** Every verb of a memory, those of the root included. */
type Verb = Exclude<keyof MemoryRoot, symbol | "scopePath">;

/**
 * Every verb that can be called over and over: all but `close`. Tables by it are complete, or they
 * do not compile.
 */
export type RepeatableVerb = Exclude<Verb, "close">;
