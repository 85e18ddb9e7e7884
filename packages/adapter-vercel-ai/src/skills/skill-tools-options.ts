import type { Memory } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkObject,
  checkTexts,
  invalidInput,
} from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

import type { CallableSkills } from "./callable-skills.js";

/** Longest name of a skill by the Agent Skills standard. */
const MAX_SKILL_NAME = 64;
/** What providers take in names of tools. */
const PREFIX = /^[\w-]{0,32}$/u;

/** What `skillTools` takes beside the runtime. */
export interface SkillToolsOptions {
  /**
   * Whose memory the skills share in these calls, such as that of one user:
   * `root.scope("acme", "user-42")`. No tool lets a model choose it.
   * @defaultValue the memory of the runtime
   */
  readonly memory?: Memory | undefined;
  /** Names of the skills to show; the model learns of no others. @defaultValue all */
  readonly only?: readonly string[] | undefined;
  /**
   * What names of these tools begin with, 0 to 32 of `A-Z a-z 0-9 _ -`: tells tools of two runtimes
   * apart. @defaultValue `""`
   */
  readonly prefix?: string | undefined;
  /**
   * Whether skills with code are kept from the model until its `toolSearch` has found them. Before
   * 7.0.104 the AI SDK has no `toolSearch` and shows them all.
   * @defaultValue `false`
   */
  readonly deferLoading?: boolean | undefined;
}

/** Options with every default in its place. */
export interface ResolvedSkillToolsOptions {
  readonly memory: Memory | undefined;
  /** The skills to show, in the order of the runtime. */
  readonly skills: readonly AnySkill[];
  readonly prefix: string;
  readonly deferLoading: boolean;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option, what is allowed and what came.
 */
export function resolveSkillToolsOptions(
  runtime: CallableSkills,
  options: SkillToolsOptions,
): ResolvedSkillToolsOptions {
  checkMethods(runtime, "runtime", ["run", "activate", "readFile"]);
  checkObject(runtime.skills, "runtime.skills");
  checkMembers(options, "options", ["memory", "only", "prefix", "deferLoading"]);
  const { memory, only, prefix = "", deferLoading = false } = options;
  if (memory !== undefined) checkMethods(memory, "options.memory", ["scope", "recall", "remember"]);
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    throw invalidInput("options.prefix", "0 to 32 of A-Z a-z 0-9 _ -", prefix);
  }
  return {
    memory,
    skills: only === undefined ? [...runtime.skills.values()] : chosen(runtime, only),
    prefix,
    deferLoading: checkBoolean(deferLoading, "options.deferLoading"),
  };
}

function chosen({ skills }: CallableSkills, only: readonly string[]): readonly AnySkill[] {
  const names = new Set(checkTexts(only, "options.only", MAX_SKILL_NAME));
  for (const name of names) {
    if (!skills.has(name))
      throw invalidInput("options.only", "names of skills of the runtime", name);
  }
  return [...skills.values()].filter(({ name }) => names.has(name));
}
