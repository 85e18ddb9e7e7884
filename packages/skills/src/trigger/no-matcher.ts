import { MemoryError } from "@kioku/core";

import type { TriggerMatcher } from "./trigger-matcher.js";

/** The matcher of a runtime that has no embedder: it takes skills in and finds none. */
export function noMatcher(): TriggerMatcher {
  return {
    add: () => Promise.resolve(),
    remove: () => undefined,
    match: refuse,
    woke: () => undefined,
    nearest: refuse,
  };
}

function refuse(): Promise<never> {
  const message = "texts can be matched only with an embedder: give the memory or the runtime one";
  return Promise.reject(new MemoryError("invalid-input", message));
}
