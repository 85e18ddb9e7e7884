import { invalidInput } from "@kioku/core/toolkit";
import type { ConformanceCase, ConformanceOutcome, SkillRequirement } from "@kioku/testing";

import {
  skillBoundsCases,
  skillCallCases,
  skillFailureCases,
  skillLifeCases,
} from "./cases/calls.js";
import { skillMeaningCases, skillUserCases } from "./cases/meaning-and-users.js";
import { callsOf, type SkillCase, type SkillSubject } from "./skill-calls.js";
import { resolveSkillOptions } from "./skill-options.js";
import type { CreateSkill, SkillConformanceOptions, SkillSuiteOptions } from "./skill-options.js";
import { skillWorld, type SkillWorld } from "./skill-world.js";

/**
 * Returns the requirements of skills as cases for any test runner. Each case makes skills with
 * `create`, and starts them in runtimes on in-memory stores. A case about something that the skill
 * lacks is skipped, and names it.
 * @throws `invalid-input` for an option that is unknown or wrong. So does each case of a skill that
 *   has a `run` and gets no call from the options.
 */
export function skillConformance(
  create: CreateSkill,
  options: SkillConformanceOptions = {},
): readonly ConformanceCase[] {
  const resolved = resolveSkillOptions(options);
  return ALL_SKILL_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires ?? [],
    run: () => runCase(one, create, resolved),
  }));
}

async function runCase(
  one: SkillCase,
  create: CreateSkill,
  options: SkillSuiteOptions,
): Promise<ConformanceOutcome> {
  const worlds: SkillWorld[] = [];
  const skill = await create();
  const subject: SkillSubject = {
    skill,
    options,
    calls: callsOf(skill, options),
    createWorld: async (more) => {
      const world = await skillWorld(await create(), options, more);
      worlds.push(world);
      return world;
    },
  };
  if (skill.run && subject.calls.length === 0) {
    throw invalidInput("skillConformance: inputs", "inputs for the `run` of the skill", []);
  }
  const missing = one.requires?.find((requirement) => !has(subject, requirement));
  if (missing) return { status: "skipped", missing };
  const closeAll = (): Promise<unknown> => Promise.all(worlds.map((world) => world.close()));
  try {
    await one.check(subject);
  } catch (error) {
    // The first error counts, not the one of closing.
    await closeAll().catch(() => undefined);
    throw error;
  }
  await closeAll();
  return { status: "passed" };
}

function has({ skill, options }: SkillSubject, requirement: SkillRequirement): boolean {
  const met: Readonly<Record<SkillRequirement, boolean>> = {
    embedder: options.embedder !== undefined,
    run: skill.run !== undefined,
    triggers: (skill.triggers ?? []).length > 0,
    counterexamples: (skill.triggers ?? []).some(({ not = [] }) => not.length > 0),
    "texts that wake it": options.wakes.length > 0,
    "texts that let it sleep": options.sleeps.length > 0,
    "questions that it answers": options.answers.length > 0,
    "claim to be repeatable": options.repeatable,
  };
  return met[requirement];
}

const ALL_SKILL_CASES: readonly SkillCase[] = [
  ...skillLifeCases,
  ...skillMeaningCases,
  ...skillCallCases,
  ...skillBoundsCases,
  ...skillFailureCases,
  ...skillUserCases,
];
