import { MemoryError, type CallOptions } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import type { CallableSkills } from "./callable-skills.js";
import { catalogEntry, catalogText, fittingEntries } from "./catalog-text.js";
import { isTaught } from "./shown-skills.js";
import { resolveSkillTools, type SkillToolsOptions } from "./skill-tools-options.js";

/** Task that a catalog is for. */
export interface SkillCatalogRequest extends CallOptions {
  /** The task, such as the last message of the user. */
  readonly for: string;
}

/**
 * Writes `<available_skills>` with the skills that have instructions, for a host that lists them in
 * its prompt and not in the description of a tool: all in their order if they fit, else the nearest
 * to a task. Empty if there are none.
 */
export async function skillCatalog(
  runtime: CallableSkills,
  options: SkillToolsOptions,
  { for: task, signal }: SkillCatalogRequest,
): Promise<string> {
  const { skills, search, maxSkills, maxCharacters } = resolveSkillTools(runtime, options);
  const taught = skills.filter(isTaught);
  if (taught.length === 0 || maxSkills === 0) return "";
  const fitting = (some: readonly AnySkill[]): readonly string[] =>
    fittingEntries(
      some.slice(0, maxSkills).map((one) => catalogEntry(one)),
      maxCharacters,
    );
  const first = fitting(taught);
  if (first.length === taught.length || task.trim() === "") return catalogText(first);
  const near = await search(task, { signal }).catch((error: unknown): readonly AnySkill[] => {
    if (MemoryError.is(error, "skill-timed-out")) return [];
    throw error;
  });
  return catalogText(fitting([...new Set([...near.filter(isTaught), ...taught])]));
}
