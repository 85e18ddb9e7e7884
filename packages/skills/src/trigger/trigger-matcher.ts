import type { CallOptions, SkillEventName } from "@kioku/core";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

/** What a text is matched for. */
export interface MatchCall extends CallOptions {
  readonly event: SkillEventName;
  /** Name of the shared memory of the call: what woke there just now is known by it. */
  readonly place: string;
  readonly limit: number;
  /** In the place of the triggers' own. */
  readonly threshold?: number | undefined;
  /** Also what would not wake; of more than 40 skills, only among the 40 nearest. */
  readonly explain: boolean;
  /** Names of skills that are not meant, and take no place of the others. */
  readonly except?: readonly string[] | undefined;
}

/** A skill that is near to a text. */
export interface NearSkill {
  readonly skill: string;
  /** 0 to 1, calibrated. */
  readonly score: number;
}

/** Knows what wakes skills by meaning. */
export interface TriggerMatcher {
  /**
   * Takes in the triggers and descriptions of skills; vectors come from the cache or the embedder.
   * What fails is tried again by `match`.
   */
  add(skills: readonly AnySkill[], options?: CallOptions): Promise<void>;
  remove(name: string): void;
  /** Best first. @throws `embedder-failed`, or the signal's reason. */
  match(text: string, call: MatchCall): Promise<readonly SkillMatch[]>;
  /**
   * Notes that a skill wakes: its cooldown and its time of being awake begin.
   * @returns what takes that back; `undefined` if it is not to wake, since it has woken after the
   *   match was made and is cooling down.
   */
  woke(match: SkillMatch, place: string): (() => void) | undefined;
  /** The skills whose description and examples are nearest to a text, best first. */
  nearest(
    text: string,
    options: CallOptions & { readonly limit: number },
  ): Promise<readonly NearSkill[]>;
}
