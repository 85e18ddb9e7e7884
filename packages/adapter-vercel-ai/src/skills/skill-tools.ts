import { defineSkillTools } from "@kioku/tools";
import type { CallableSkills, SkillToolDefinition } from "@kioku/tools";
import type { ToolSet } from "ai";

import { checkedSchema } from "../tools/make-tool.js";
import { partsOf, trustMark, type TurnMessage } from "../turn/marks.js";
import { fileOutput, isShownType } from "./file-output.js";
import { jsonSchemaOf } from "./json-schema-of.js";
import { resolveSkillToolsOptions } from "./skill-tools-options.js";
import type { ResolvedSkillToolsOptions, SkillToolsOptions } from "./skill-tools-options.js";

type AnyTool = ToolSet[string];

/** Call of a tool; callers without a model may leave out the messages. */
interface ToolCall {
  readonly abortSignal?: AbortSignal | undefined;
  readonly messages?: readonly TurnMessage[] | undefined;
}

/**
 * Converts the skills of a runtime to tools: `skill` loads instructions and lists the skills,
 * `skill_file` reads a file, and each skill with code is a tool of its own name. With more skills
 * than a prompt should hold, `search_skills` finds the others and `run_skill` runs them. Inputs
 * without a JSON Schema admit any object; the runtime checks them as always.
 *
 * The tools of skills with code are a snapshot: later skills are missing, and calls of removed ones
 * fail. Parts that a skill yields are preliminary results, and the last value is the result. The
 * model is told failures in the runtime's words; the `cause` stays with the app. A result that no
 * message can hold, such as a bigint, fails; `undefined` becomes `null`. To require approval: `{
 * ...tools, refund: { ...tools.refund, needsApproval: true } }`.
 * @throws `invalid-input` naming the option, or a skill whose input is no object or whose name no
 *   provider accepts; `conflict` for a skill with code that has the name of another tool.
 */
export function skillTools(runtime: CallableSkills, options: SkillToolsOptions = {}): ToolSet {
  const resolved = resolveSkillToolsOptions(options);
  const definitions = defineSkillTools(runtime, resolved.shared, {
    jsonSchemaOf,
    shows: isShownType,
    defersTools: resolved.deferLoading,
  });
  return Object.fromEntries(definitions.map((one) => [one.name, makeSkillTool(one, resolved)]));
}

function makeSkillTool(
  definition: SkillToolDefinition,
  { memory, deferLoading }: ResolvedSkillToolsOptions,
): AnyTool {
  const { description, kind, isTrusted } = definition;
  return {
    description,
    inputSchema: checkedSchema(definition.parameters, (value) => definition.check(value)),
    ...(deferLoading && kind === "skill" ? { deferLoading } : {}),
    execute: (input: unknown, { abortSignal: signal, messages = [] }: ToolCall) =>
      definition.run(input, { memory, signal, told: (tool) => toldBy(tool, messages) }),
    ...(kind === "file" ? { toModelOutput: fileOutput } : {}),
    ...(isTrusted ? { toModelOutput: trustedOutput } : {}),
  };
}

/** Returns instructions and descriptions for the model, which are the app's own words. */
function trustedOutput({ output }: { readonly output: unknown }): {
  readonly type: "text";
  readonly value: string;
  readonly providerOptions: ReturnType<typeof trustMark>;
} {
  return { type: "text", value: String(output), providerOptions: trustMark(1) };
}

/** Returns the texts that a tool has answered in these messages. */
function toldBy(tool: string, messages: readonly TurnMessage[]): readonly string[] {
  return messages.flatMap(({ content }) =>
    partsOf(content).flatMap(({ type, toolName, output }): readonly string[] => {
      if (type !== "tool-result" || toolName !== tool) return [];
      const { type: form, value } = (output ?? {}) as { readonly type?: unknown; value?: unknown };
      return form === "text" && typeof value === "string" ? [value] : [];
    }),
  );
}
