import { MemoryError, type JsonValue } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import type { ToolSet } from "ai";

import { inputSchemaOf } from "./input-schema.js";
import { loaderTools, type AnyTool, type ToolCall } from "./loader-tools.js";
import type {
  CallableSkills,
  ResolvedSkillToolsOptions,
  SkillToolsOptions,
} from "./skill-tools-options.js";
import { resolveSkillToolsOptions } from "./skill-tools-options.js";

/** Names that providers accept. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Types that JSON refuses or drops. */
const NOT_JSON: ReadonlySet<string> = new Set(["bigint", "function", "symbol"]);

/**
 * Converts the skills of a runtime to tools: `skill` loads instructions and lists the skills,
 * `skill_file` reads a file, and each skill with code is a tool of its own name. Inputs without a
 * JSON Schema admit any object; the runtime checks them as always.
 *
 * The tools are a snapshot: later skills are missing, and calls of removed ones fail. The model is
 * told failures in the runtime's words; the `cause` stays with the app. A result that no message
 * can hold, such as a bigint, fails; `undefined` becomes `null`. To require approval: `{ ...tools,
 * refund: { ...tools.refund, needsApproval: true } }`.
 * @throws `invalid-input` naming the option, or a skill whose input is no object or whose name no
 *   provider accepts; `conflict` for a skill with code that has the name of another tool.
 */
export function skillTools(runtime: CallableSkills, options: SkillToolsOptions = {}): ToolSet {
  const resolved = resolveSkillToolsOptions(runtime, options);
  const tools = loaderTools(runtime, resolved);
  for (const skill of resolved.skills) {
    if (skill.run === undefined) continue;
    const name = toolName(skill, resolved);
    if (Object.hasOwn(tools, name)) {
      const problem = `skill "${skill.name}" cannot be the tool ${name}, which loads instructions`;
      const remedy = 'give the skill another name, or leave it out with "only"';
      throw new MemoryError("conflict", `${problem}; ${remedy}`);
    }
    tools[name] = runTool(runtime, skill, resolved);
  }
  return tools;
}

function toolName({ name }: AnySkill, { prefix }: ResolvedSkillToolsOptions): string {
  const whole = prefix + name;
  if (TOOL_NAME.test(whole)) return whole;
  throw new MemoryError(
    "invalid-input",
    `skill "${name}" cannot be a tool: ${JSON.stringify(whole)} is not 1 to 64 of A-Z a-z 0-9 _ -, which is what providers take; leave it out with "only"`,
  );
}

function runTool(
  runtime: CallableSkills,
  skill: AnySkill,
  { memory, deferLoading }: ResolvedSkillToolsOptions,
): AnyTool {
  const { name, description } = skill;
  return {
    description,
    inputSchema: inputSchemaOf(skill),
    ...(deferLoading ? { deferLoading } : {}),
    async execute(input: JsonValue, { abortSignal: signal }: ToolCall) {
      const output = await runtime.run(name, input, { signal, ...(memory ? { memory } : {}) });
      // Tool results in messages need a value.
      return output === undefined ? null : checkOutput(name, output);
    },
  };
}

/** Checks that a result has a JSON form: a message without one fails every later turn. */
function checkOutput(name: string, output: unknown): unknown {
  try {
    JSON.stringify(output, (_, value: unknown) => {
      if (!NOT_JSON.has(typeof value)) return value;
      throw new TypeError(`JSON has no ${typeof value}`);
    });
    return output;
  } catch (error) {
    const problem = `skill "${name}" returned what no message can hold`;
    const message = `${problem}: a bigint, a function, a symbol or a cycle`;
    throw new MemoryError("skill-failed", message, { cause: error });
  }
}
