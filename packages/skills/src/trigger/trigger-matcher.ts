import type { CallOptions, Embedder, Memory, SkillEventName, SkillLog } from "@kioku/core";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

import type { ConceptReader } from "./concept-reader.js";

export interface MatchCall extends CallOptions {
  readonly event: SkillEventName;
  /** Key of the shared memory, by which wakings are counted. */
  readonly memoryKey: string;
  readonly limit: number;
  readonly threshold?: number | undefined;
  /** True to include skills that would not wake; of many, only among the 40 nearest. */
  readonly explain: boolean;
  readonly except?: readonly string[] | undefined;
  /** The skill that wakes, whatever its score; the others are left out. */
  readonly choose?: string | undefined;
}

/** Finds the skills that a text wakes. */
export interface TriggerMatcher {
  /** Adds skills, with vectors from the cache or the embedder. `match` tries failures again. */
  add(skills: readonly AnySkill[], options?: CallOptions): Promise<void>;
  remove(name: string): void;
  /** Finds matches, best first. @throws `embedder-failed`, or the signal's reason. */
  match(text: string, call: MatchCall): Promise<readonly SkillMatch[]>;
  /**
   * Notes that a skill wakes. Returns a function that undoes it, or `undefined` for a skill that
   * woke after the match and is cooling down.
   */
  woke(match: SkillMatch, memoryKey: string): (() => void) | undefined;
}

export interface TriggerMatcherOptions {
  /** Absent: nothing wakes by meaning, and `match` rejects with `invalid-input`. */
  readonly embedder: Embedder | undefined;
  /** Scope of the notes of the runtime, where vectors are kept. */
  readonly cache: Memory;
  /** `TriggerOptions` with all defaults. */
  readonly limits: {
    readonly threshold: number;
    readonly hysteresis: number;
    readonly awakeMs: number;
    readonly cooldownMs: number;
    readonly maxMatches: number;
  };
  readonly reader: ConceptReader;
  readonly clock: () => Date;
  readonly log: SkillLog;
}
