import { createSkillRuntime } from "@kioku/skills";
import type { AnySkill, AnySkillRuntime, SkillRuntimeOptions } from "@kioku/skills";

import { fresh } from "./fresh.ts";

/** A runtime of these skills on an empty memory. */
export function runtimeOf(
  skills: readonly AnySkill[],
  options: Partial<SkillRuntimeOptions> = {},
): Promise<AnySkillRuntime> {
  return createSkillRuntime({ memory: fresh(), skills, ...options });
}
