import { MemoryError } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

import type { CallableSkills, SkillToolDefinition } from "../../src/index.js";

/** A runtime of skills in a few lines: it runs them without context, and searches by words. */
export function plainSkills(skills: readonly AnySkill[]): CallableSkills {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const run = (name: string, input: unknown): unknown =>
    byName.get(name)?.run?.(input as never, undefined as never);
  return {
    skills: byName,
    run: async (name, input) => run(name, input),
    async *stream(name, input) {
      yield* run(name, input) as AsyncIterable<unknown>;
    },
    async activate(name) {
      const { instructions } = byName.get(name) ?? {};
      return `<skill_content name="${name}">${String(instructions)}</skill_content>`;
    },
    async readAsset(name, path) {
      const bytes = await byName.get(name)?.files?.read(path);
      if (!bytes) throw new MemoryError("not-found", `file "${path}" not found`);
      const mediaType = path.endsWith(".png") ? "image/png" : "application/octet-stream";
      return { bytes, mediaType };
    },
    searchSkills: async (query, { limit = 5 } = {}) =>
      skills.filter(({ description }) => description.includes(query)).slice(0, limit),
  };
}

/** A skill with instructions. */
export function taught(name: string, description = "Explains"): AnySkill {
  return { name, description, instructions: `Do ${name}.` };
}

/** A skill with code. */
export function coded(name: string, description = "Acts"): AnySkill {
  return { name, description, run: (input: unknown) => ({ name, input }) };
}

/** Returns a tool by its name. */
export function toolOf(tools: readonly SkillToolDefinition[], name: string): SkillToolDefinition {
  const found = tools.find((one) => one.name === name);
  if (!found) throw new Error(`expected the tool ${name}`);
  return found;
}

/** Checks the arguments and runs the tool. */
export async function callTool(
  tool: SkillToolDefinition,
  given: unknown,
  told: readonly string[] = [],
): Promise<unknown> {
  return tool.run(await tool.check(given), { told: () => told });
}

/** Returns the characters that a model is told of tools. */
export function toldLength(tools: readonly SkillToolDefinition[]): number {
  const told = tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters,
  }));
  return JSON.stringify(told).length;
}
