import { defineSkillTools } from "@kioku/tools";
import type { CallableSkills, SkillToolsHost } from "@kioku/tools";
import type { StructuredToolInterface } from "@langchain/core/tools";

import { jsonSchemaOf } from "./json-schema-of.js";
import { isShownType, makeSkillTool } from "./make-skill-tool.js";
import { splitOptions, type SkillToolsOptions } from "./skill-tools-options.js";

/**
 * Converts the skills of a runtime to tools of LangChain: `skill` loads instructions and lists the
 * skills, `skill_file` reads a file, and each skill with code is a tool of its own name. With more
 * skills than a prompt should hold, `search_skills` finds the others and `run_skill` runs them.
 *
 * The tools of skills with code are a snapshot: later skills are missing, and calls of removed ones
 * fail. Parts that a skill yields are events of the tool (`streamMode: "tools"`; with
 * `@langchain/core` before 1.1.28 there are none), and the last value is the result. The content of
 * a message is a text or JSON, the artifact is the output. Failures are answered by a message with
 * the status `error`, in the runtime's words.
 * @throws `invalid-input` naming the option, or a skill whose input is no object or whose name no
 *   provider accepts; `conflict` for a skill with code that has the name of another tool.
 */
export function skillTools<Context = unknown>(
  runtime: CallableSkills,
  options: SkillToolsOptions<Context> = {},
): StructuredToolInterface[] {
  return toolsOfSkills(runtime, options);
}

/** Returns the tools for a host that may list the skills elsewhere. */
export function toolsOfSkills<Context>(
  runtime: CallableSkills,
  options: SkillToolsOptions<Context>,
  host: Pick<SkillToolsHost, "listsSkills"> = {},
): StructuredToolInterface[] {
  const { source, shared } = splitOptions(options);
  const definitions = defineSkillTools(runtime, shared, {
    ...host,
    jsonSchemaOf,
    shows: isShownType,
  });
  return definitions.map((one) => makeSkillTool(one, source));
}
