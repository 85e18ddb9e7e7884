import type { CallOptions, JsonValue, Memory } from "@kioku/core";
import {
  checkBoolean,
  checkMembers,
  checkMethods,
  checkObject,
  checkTexts,
  invalidInput,
} from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

/** Options of `run`. */
export interface SkillRunOptions extends CallOptions {
  /** Memory that the skills share in this call. */
  readonly memory?: Memory | undefined;
}

/** Runtime of skills, as in `@kioku/skills`. */
export interface CallableSkills {
  /** Registered skills by name. */
  readonly skills: ReadonlyMap<string, AnySkill>;
  /** Checks the input, runs one skill, and checks its result. */
  run(name: string, input: JsonValue, options?: SkillRunOptions): Promise<unknown>;
  /** Returns the instructions of a skill and its list of files, as text for a model. */
  activate(name: string, options?: CallOptions): Promise<string>;
  /** Returns one file of a skill as text. */
  readFile(name: string, path: string, options?: CallOptions): Promise<string>;
}

/** Longest name in the Agent Skills standard. */
const MAX_SKILL_NAME = 64;
const PREFIX = /^[\w-]{0,32}$/u;

/** Options of `skillTools`. */
export interface SkillToolsOptions {
  /**
   * Memory that the skills share in these calls, such as that of one user: `root.scope("acme",
   * "user-42")`. A model cannot choose it. @defaultValue the runtime's memory
   */
  readonly memory?: Memory | undefined;
  /** Names of the skills to show. @defaultValue all */
  readonly only?: readonly string[] | undefined;
  /**
   * Prefix of tool names, 0 to 32 of `A-Z a-z 0-9 _ -`; tells the tools of two runtimes apart.
   * @defaultValue `""`
   */
  readonly prefix?: string | undefined;
  /**
   * Hides skills with code from the model until `toolSearch` finds them. Has no effect before AI
   * SDK 7.0.104. @defaultValue `false`
   */
  readonly deferLoading?: boolean | undefined;
}

/** Options with defaults filled in. */
export interface ResolvedSkillToolsOptions {
  readonly memory: Memory | undefined;
  readonly skills: readonly AnySkill[];
  readonly prefix: string;
  readonly deferLoading: boolean;
}

/** Checks options and fills in defaults. @throws `invalid-input` naming the option. */
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
  const unknown = only.find((name) => !skills.has(name));
  if (unknown !== undefined) {
    throw invalidInput("options.only", "names of skills of the runtime", unknown);
  }
  return [...skills.values()].filter(({ name }) => names.has(name));
}
