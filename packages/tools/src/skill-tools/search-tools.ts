import { MemoryError, type JsonValue } from "@kioku/core";
import { escapeText, type AnySkill } from "@kioku/core/toolkit";

import { checkArguments } from "../definition/check-arguments.js";
import type { ObjectSchema } from "../definition/tool-schema.js";
import { catalogEntry, catalogText, fittingEntries } from "./catalog-text.js";
import { argumentsOf, nameSchema, requireSkill, type ToolsOf } from "./loader-tools.js";
import { isCode, isTaught } from "./shown-skills.js";
import { skillInput } from "./skill-input.js";
import { skillOutput } from "./skill-output.js";
import type { SkillToolDefinition } from "./skill-tool.js";
import type { SkillToolsHost } from "./skill-tools-options.js";

const DEFAULT_HITS = 5;
const MAX_HITS = 20;
/** Longest answer, in characters. */
const MAX_ANSWER = 8_000;
/** Longest input schema in it. A model learns members of others by the errors. */
const MAX_SCHEMA = 6_000;

/** Defines `search_skills`, which finds the skills for a task. */
export function searchTool(parts: ToolsOf): SkillToolDefinition {
  const { prefix, search } = parts.resolved;
  const name = `${prefix}search_skills`;
  return {
    name,
    kind: "search",
    isTrusted: true,
    description: `Finds skills by a task. Call it when no tool or skill that you know of fits the task. The answer lists skills, best first: load one with ${prefix}skill, or run one that has an <input_schema> with ${prefix}run_skill.`,
    ...argumentsOf(
      name,
      {
        query: { type: "string", description: "The task, in a few words." },
        limit: { type: "integer", minimum: 1, maximum: MAX_HITS, description: "Most skills." },
      },
      ["query"],
    ),
    async run(checked, { signal }) {
      const { query, limit = DEFAULT_HITS } = checked as {
        readonly query: string;
        readonly limit?: number;
      };
      const skills = (await search(query, { signal })).slice(0, limit);
      const entries = skills.flatMap((one) => foundEntry(one, parts) ?? []);
      if (entries.length === 0) return "No skill fits.";
      return catalogText(fittingEntries(entries, MAX_ANSWER));
    },
  };
}

/** Defines `run_skill`, which runs any skill with code that is no tool of its own. */
export function runTool({ runtime, resolved, host, shown }: ToolsOf): SkillToolDefinition {
  const name = `${resolved.prefix}run_skill`;
  const tools = new Set(shown.tools.map(({ skill }) => skill.name));
  const schema: ObjectSchema = {
    type: "object",
    properties: { name: nameSchema() },
    required: ["name"],
  };
  const input = { type: "object", description: "Its input, by its <input_schema>." };
  const skillOf = (checked: unknown): AnySkill =>
    requireSkill(checked, resolved, (one) => isCode(one) && !tools.has(one.name));
  return {
    name,
    kind: "run",
    isTrusted: false,
    description: `Runs a skill that ${resolved.prefix}search_skills found with an <input_schema>.`,
    parameters: {
      type: "object",
      properties: { ...schema.properties, input },
      required: ["name", "input"],
      additionalProperties: false,
    },
    async check(given) {
      const { input: inner, ...others } = (given ?? {}) as Readonly<Record<string, unknown>>;
      const checked = checkArguments(others, schema, { name, takesSecrets: false });
      const skill = skillInput(skillOf(checked), host.jsonSchemaOf);
      return { ...checked, input: await skill.check(inner ?? {}) };
    },
    run(checked, call) {
      const { input: inner } = checked as { readonly input: JsonValue };
      return skillOutput(runtime, skillOf(checked), { ...call, input: inner });
    },
  };
}

/** Returns the entry of a skill, with the way to run it; nothing of one that no tool can run. */
function foundEntry(skill: AnySkill, { shown, host, resolved }: ToolsOf): string | undefined {
  const tool = shown.tools.find((one) => one.skill.name === skill.name);
  if (tool) return catalogEntry(skill, [`<tool>${resolved.prefix}${skill.name}</tool>`]);
  const schema = isCode(skill) ? shownSchema(skill, host) : undefined;
  if (schema === undefined) return isTaught(skill) ? catalogEntry(skill) : undefined;
  return catalogEntry(skill, [
    `<input_schema>${schema}</input_schema>`,
    ...(isTaught(skill) ? ["<instructions>yes</instructions>"] : []),
  ]);
}

/** Returns the schema of a skill's input as a model is told it, or nothing if it is no object. */
function shownSchema(skill: AnySkill, { jsonSchemaOf }: SkillToolsHost): string | undefined {
  try {
    const schema = escapeText(JSON.stringify(skillInput(skill, jsonSchemaOf).parameters));
    return schema.length > MAX_SCHEMA ? '{"type":"object"}' : schema;
  } catch (error) {
    if (MemoryError.is(error, "invalid-input")) return undefined;
    throw error;
  }
}
