import { MemoryError, type JsonValue } from "@kioku/core";

import type { CallableSkills } from "./callable-skills.js";
import { fileTool, hasFiles, instructionsTool, type ToolsOf } from "./loader-tools.js";
import { runTool, searchTool } from "./search-tools.js";
import { chooseShown, isTaught, type ToolSkill } from "./shown-skills.js";
import { skillOutput } from "./skill-output.js";
import type { SkillToolDefinition } from "./skill-tool.js";
import {
  resolveSkillTools,
  type SkillToolsHost,
  type SkillToolsOptions,
} from "./skill-tools-options.js";

/** Names that providers accept. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Defines the tools with which a model uses the skills of a runtime: `skill` loads instructions,
 * `skill_file` reads a file, and each skill with code is a tool of its own name. What the model is
 * told of them is bounded: with more skills than fit, `search_skills` finds the others, and
 * `run_skill` runs those of them that have code. Skills that no model may activate are left out.
 *
 * Tools of skills with code are those of this moment; the others know later skills, too.
 * @throws `invalid-input` naming the option, or a skill whose input is no object or whose name no
 *   provider accepts; `conflict` for a skill with code that has the name of another tool.
 */
export function defineSkillTools(
  runtime: CallableSkills,
  options: SkillToolsOptions = {},
  host: SkillToolsHost = {},
): readonly SkillToolDefinition[] {
  const resolved = resolveSkillTools(runtime, options);
  const shown = chooseShown(resolved, host);
  const parts: ToolsOf = { runtime, resolved, host, shown };
  const { skills } = resolved;
  const isHiding = shown.hidesTaught || shown.hidesCode;
  const loaders = [
    ...(skills.some(isTaught) ? [instructionsTool(parts)] : []),
    ...(skills.some(hasFiles) ? [fileTool(parts)] : []),
    ...(isHiding ? [searchTool(parts)] : []),
    ...(shown.hidesCode ? [runTool(parts)] : []),
  ];
  const names = new Set(loaders.map(({ name }) => name));
  const own = shown.tools.map((tool) => skillTool(parts, tool));
  for (const { name } of own) {
    if (!names.has(name)) continue;
    const problem = `skill "${name.slice(resolved.prefix.length)}" cannot be the tool ${name}, which is for all skills`;
    const remedy = 'give the skill another name, or leave it out with "only"';
    throw new MemoryError("conflict", `${problem}; ${remedy}`);
  }
  return [...loaders, ...own];
}

function skillTool(
  { runtime, resolved }: ToolsOf,
  { skill, input }: ToolSkill,
): SkillToolDefinition {
  const name = resolved.prefix + skill.name;
  if (!TOOL_NAME.test(name)) {
    const shown = JSON.stringify(name);
    throw new MemoryError(
      "invalid-input",
      `skill "${skill.name}" cannot be a tool: ${shown} is not 1 to 64 of A-Z a-z 0-9 _ -, which is what providers take; leave it out with "only"`,
    );
  }
  return {
    name,
    kind: "skill",
    isTrusted: false,
    description: skill.description,
    ...input,
    run: (checked, call) => skillOutput(runtime, skill, { ...call, input: checked as JsonValue }),
  };
}
