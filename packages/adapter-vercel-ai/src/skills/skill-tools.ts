import type { JsonValue } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";
import type { ToolSet } from "ai";

import type { CallableSkills } from "./callable-skills.js";
import { inputSchemaOf } from "./input-schema.js";
import { loaderTools } from "./loader-tools.js";
import type { AnyTool } from "./loader-tools.js";
import { resolveSkillToolsOptions } from "./skill-tools-options.js";
import type { ResolvedSkillToolsOptions, SkillToolsOptions } from "./skill-tools-options.js";

/** What providers take as the name of a tool. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Types of values that JSON cannot say, or leaves out without a word. */
const UNSAYABLE: ReadonlySet<string> = new Set(["bigint", "function", "symbol"]);

/**
 * The skills of a runtime as tools: `skill` loads instructions, its description says which there
 * are; `skill_file` reads a file; and every skill with code is a tool of its own, under its name. A
 * skill of whose schema no JSON Schema can be made takes any object, which the runtime checks as
 * ever.
 *
 * The tools are those of this moment: skills that are registered later are not among them, and a
 * call of one that is gone fails. What fails is told to the model in the words of the runtime; what
 * a skill threw is the `cause` and stays with the app. So does a skill that returns what no message
 * can hold, such as a bigint; `undefined` becomes `null`. A tool whose calls a person has to
 * approve can be made of each: `{ ...tools, refund: { ...tools.refund, needsApproval: true } }`.
 * @throws `invalid-input` naming the option that cannot work, or a skill whose input is no object
 *   or whose name no provider takes; `conflict` if a skill with code is called as one of the other
 *   tools is.
 */
export function skillTools(runtime: CallableSkills, options: SkillToolsOptions = {}): ToolSet {
  const resolved = resolveSkillToolsOptions(runtime, options);
  const tools = loaderTools(runtime, resolved);
  for (const skill of resolved.skills) {
    if (skill.run === undefined) continue;
    const name = toolName(skill, resolved);
    if (Object.hasOwn(tools, name)) {
      const problem = `skill "${skill.name}" cannot be the tool ${name}, which loads instructions`;
      throw new MemoryError(
        "conflict",
        `${problem}; give the skill another name, or leave it out with "only"`,
      );
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
    async execute(
      input: JsonValue,
      { abortSignal: signal }: { readonly abortSignal?: AbortSignal },
    ) {
      const output = await runtime.run(name, input, { signal, ...(memory ? { memory } : {}) });
      // Messages that hold an answer need one.
      return output === undefined ? null : checkOutput(name, output);
    },
  };
}

/** A message that cannot be written as JSON would fail the whole turn, or every later one. */
function checkOutput(name: string, output: unknown): unknown {
  try {
    JSON.stringify(output, (_, value: unknown) => {
      if (!UNSAYABLE.has(typeof value)) return value;
      throw new TypeError(`JSON has no ${typeof value}`);
    });
    return output;
  } catch (error) {
    throw new MemoryError(
      "skill-failed",
      `skill "${name}" returned what no message can hold: a bigint, a function, a symbol or a cycle`,
      { cause: error },
    );
  }
}
