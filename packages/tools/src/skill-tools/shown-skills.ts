import type { AnySkill } from "@kioku/core/toolkit";

import { catalogEntry } from "./catalog-text.js";
import { skillInput, type SkillInput } from "./skill-input.js";
import type { ResolvedSkillTools, SkillToolsHost } from "./skill-tools-options.js";

/** A skill with code that is a tool. */
export interface ToolSkill {
  readonly skill: AnySkill;
  readonly input: SkillInput;
}

/** Division of the skills into those that a model is told of at once and the others. */
export interface ShownSkills {
  /** Skills with instructions whose entries are in the description of a tool. */
  readonly listed: readonly AnySkill[];
  /** Skills with code that are tools of their own. */
  readonly tools: readonly ToolSkill[];
  /** True if some skill with instructions is not listed. */
  readonly hidesTaught: boolean;
  /** True if some skill with code is no tool of its own. */
  readonly hidesCode: boolean;
}

/** Chooses the skills that a model is told of at once, in their order, as far as they fit. */
export function chooseShown(
  { skills, maxSkills, maxCharacters }: ResolvedSkillTools,
  { jsonSchemaOf, listsSkills = false, defersTools = false }: SkillToolsHost,
): ShownSkills {
  const toTool = (skill: AnySkill): ToolSkill => ({
    skill,
    input: skillInput(skill, jsonSchemaOf),
  });
  const listed: AnySkill[] = [];
  const tools = defersTools ? skills.filter(isCode).map(toTool) : [];
  let hidesTaught = listsSkills && skills.filter(isTaught).length > maxSkills;
  let hidesCode = false;
  let left = maxCharacters;
  let count = 0;
  for (const skill of skills) {
    const isListed = isTaught(skill) && !listsSkills;
    const isTool = isCode(skill) && !defersTools;
    // A skill that the prompt lists or the host hides costs nothing here.
    if (!isListed && !isTool) continue;
    const tool = isTool && count < maxSkills ? toTool(skill) : undefined;
    const length = (isListed ? catalogEntry(skill).length : 0) + (tool ? toolLength(tool) : 0);
    if (count >= maxSkills || length > left) {
      hidesTaught ||= isListed;
      hidesCode ||= isTool;
      continue;
    }
    count += 1;
    left -= length;
    if (isListed) listed.push(skill);
    if (tool) tools.push(tool);
  }
  return { listed, tools, hidesTaught, hidesCode };
}

/** Returns true for a skill with instructions. */
export function isTaught({ instructions }: AnySkill): boolean {
  return instructions !== undefined;
}

/** Returns true for a skill with code. */
export function isCode({ run }: AnySkill): boolean {
  return run !== undefined;
}

function toolLength({ skill: { name, description }, input }: ToolSkill): number {
  return name.length + description.length + JSON.stringify(input.parameters).length;
}
