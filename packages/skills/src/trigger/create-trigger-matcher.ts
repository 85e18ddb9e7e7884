import { MemoryError } from "@kioku/core";

import { SemanticMatcher } from "./semantic-matcher.js";
import type { TriggerMatcher, TriggerMatcherOptions } from "./trigger-matcher.js";

export function createTriggerMatcher(options: TriggerMatcherOptions): TriggerMatcher {
  const { embedder } = options;
  return embedder ? new SemanticMatcher({ ...options, embedder }) : noMatcher();
}

/** Makes the matcher of a runtime without an embedder, which finds no skill. */
function noMatcher(): TriggerMatcher {
  return {
    add: () => Promise.resolve(),
    remove: () => undefined,
    match: refuse,
    woke: () => undefined,
  };
}

function refuse(): Promise<never> {
  const message = "texts can be matched only with an embedder: give the memory or the runtime one";
  return Promise.reject(new MemoryError("invalid-input", message));
}
