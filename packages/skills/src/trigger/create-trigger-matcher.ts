import type { Embedder, Memory, SkillLog } from "@kioku/core";

import { noMatcher } from "./no-matcher.js";
import { SemanticMatcher } from "./semantic-matcher.js";
import type { TriggerMatcher } from "./trigger-matcher.js";

/** What a matcher works with. */
export interface TriggerMatcherOptions {
  /** Absent: nothing wakes by meaning, and `match` and `nearest` reject with `invalid-input`. */
  readonly embedder: Embedder | undefined;
  /**
   * View of the scope that the runtime keeps its notes in, with the vectors of examples among them.
   */
  readonly cache: Memory;
  /** `TriggerOptions` with all defaults filled in. */
  readonly limits: {
    readonly threshold: number;
    readonly hysteresis: number;
    readonly awakeMs: number;
    readonly cooldownMs: number;
    readonly maxMatches: number;
  };
  readonly clock: () => Date;
  readonly log: SkillLog;
}

/** Makes a matcher; does no I/O until skills are added. */
export function createTriggerMatcher(options: TriggerMatcherOptions): TriggerMatcher {
  const { embedder } = options;
  return embedder ? new SemanticMatcher({ ...options, embedder }) : noMatcher();
}
