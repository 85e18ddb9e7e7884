import type { AnySkill } from "@kioku/core/toolkit";
import type { SkillRequirement } from "@kioku/testing";

import type { SkillCall } from "./skill-calls.js";
import type { SkillSuiteOptions } from "./skill-options.js";
import type { SkillWorld, SkillWorldOptions } from "./skill-world.js";

/** What a case is given; every world that it makes is closed when it has ended. */
export interface SkillSubject {
  /** One skill, to look at. */
  readonly skill: AnySkill;
  /** Starts a runtime with a fresh skill on a memory of its own. */
  readonly createWorld: (options?: SkillWorldOptions) => Promise<SkillWorld>;
  /** All ways to make it do its work. */
  readonly calls: readonly SkillCall[];
  readonly options: SkillSuiteOptions;
}

/** One case of the skill suite, before it is bound to a skill. */
export interface SkillCase {
  readonly group: string;
  readonly name: string;
  readonly requires?: readonly SkillRequirement[];
  check(subject: SkillSubject): Promise<void>;
}

/** The cases of one group. */
export function skillCases(
  group: string,
  cases: readonly Omit<SkillCase, "group">[],
): readonly SkillCase[] {
  return cases.map((one) => ({ group, ...one }));
}
