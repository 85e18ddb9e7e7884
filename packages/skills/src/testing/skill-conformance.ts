import { invalidInput } from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";
import type { ConformanceCase, ConformanceOutcome, SkillRequirement } from "@kioku/testing";

import { ALL_SKILL_CASES } from "./all-skill-cases.js";
import { callsOf } from "./skill-calls.js";
import type { SkillCase, SkillSubject } from "./skill-case.js";
import { resolveSkillOptions } from "./skill-options.js";
import type { CreateSkill, SkillConformanceOptions, SkillSuiteOptions } from "./skill-options.js";
import { skillWorld } from "./skill-world.js";
import type { SkillWorld } from "./skill-world.js";

/**
 * Everything that a skill has to do, as cases for any test runner. Each case makes skills of its
 * own with `create`, and starts them in runtimes on in-memory stores. A case about what the skill
 * does not have is skipped, and says what that is.
 *
 * @throws `invalid-input` for an option that is unknown or wrong. So does each case of a skill that
 *   has a `run` and gets no call from the options: nothing of what it does would be tried.
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
    // What went wrong first is what counts, not that closing fails as well.
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
    counterexamples: hasCounterexamples(skill),
    "texts that wake it": options.wakes.length > 0,
    "texts that let it sleep": options.sleeps.length > 0,
    "questions that it answers": options.answers.length > 0,
    "claim to be repeatable": options.repeatable,
  };
  return met[requirement];
}

function hasCounterexamples({ triggers = [] }: AnySkill): boolean {
  return triggers.some(({ not = [] }) => not.length > 0);
}
