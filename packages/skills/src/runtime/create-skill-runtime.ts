import type { AnySkill } from "@kioku/core/toolkit";

import { LiveRuntime } from "./live-runtime.js";
import { resolveRuntimeOptions } from "./resolve-runtime-options.js";
import type { SkillRuntimeOptions } from "./runtime-options.js";
import type { SkillRuntime } from "./skill-runtime.js";

/**
 * Makes a runtime of skills and starts the skills that it is given, in order, all or none.
 * @throws `invalid-input` for an option or a skill that cannot work; `conflict` for two skills of
 *   one name; `skill-failed` if one does not start.
 */
export async function createSkillRuntime<const S extends readonly AnySkill[] = readonly AnySkill[]>(
  options: SkillRuntimeOptions<S>,
): Promise<SkillRuntime<S>> {
  const settings = resolveRuntimeOptions(options);
  const runtime = new LiveRuntime(settings);
  try {
    await runtime.register(...settings.skills);
  } catch (error) {
    await runtime.close();
    throw error;
  }
  return runtime as unknown as SkillRuntime<S>;
}
