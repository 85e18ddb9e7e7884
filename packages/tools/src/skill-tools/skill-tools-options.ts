import type { CallOptions } from "@kioku/core";
import {
  checkMembers,
  checkMethods,
  checkNumber,
  checkObject,
  checkTexts,
  invalidInput,
} from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";

import type { CallableSkills } from "./callable-skills.js";

/** Longest name in the Agent Skills standard. */
const MAX_SKILL_NAME = 64;
const PREFIX = /^[\w-]{0,32}$/u;
const METHODS = ["run", "stream", "activate", "readAsset", "searchSkills"];
/** Most skills that a runtime returns. */
const MAX_FOUND = 1_000;
const DEFAULT_SKILLS = 20;
const DEFAULT_CHARACTERS = 8_000;
const MOST = { min: 0, max: 1_000_000, integer: true };

/** Options of `defineSkillTools` from the app. */
export interface SkillToolsOptions {
  /** Names of the skills to show. @defaultValue all */
  readonly only?: readonly string[] | undefined;
  /**
   * Prefix of tool names, 0 to 32 of `A-Z a-z 0-9 _ -`; tells the tools of two runtimes apart.
   * @defaultValue `""`
   */
  readonly prefix?: string | undefined;
  /**
   * Most skills that a model is told of at once, in their order in the runtime. With more it finds
   * the others by `search_skills`. @defaultValue 20
   */
  readonly maxSkills?: number | undefined;
  /** Most characters of their descriptions and input schemas. @defaultValue 8000 */
  readonly maxCharacters?: number | undefined;
}

/** Options of `defineSkillTools` from the host. */
export interface SkillToolsHost {
  /** True if a prompt lists the skills with instructions elsewhere. @defaultValue `false` */
  readonly listsSkills?: boolean | undefined;
  /** True if the host hides tools of skills until they are searched. @defaultValue `false` */
  readonly defersTools?: boolean | undefined;
  /** Returns true for media types that models can be shown. @defaultValue none */
  readonly shows?: ((mediaType: string) => boolean) | undefined;
  /**
   * Returns the JSON Schema of a skill's input, or nothing if there is none.
   * @defaultValue the one that the schema brings (`~standard.jsonSchema`)
   */
  readonly jsonSchemaOf?:
    | ((input: NonNullable<AnySkill["input"]>) => object | boolean | undefined)
    | undefined;
}

/** Options with defaults filled in. */
export interface ResolvedSkillTools {
  /** Skills that a model may use, when the tools were made. */
  readonly skills: readonly AnySkill[];
  /** Returns a skill by name as it is now, if a model may use it. */
  readonly find: (name: string) => AnySkill | undefined;
  /** Returns the skills for a task that a model may use, best first. */
  readonly search: (task: string, options: CallOptions) => Promise<readonly AnySkill[]>;
  readonly prefix: string;
  readonly maxSkills: number;
  readonly maxCharacters: number;
}

/** Checks options and fills in defaults. @throws `invalid-input` naming the option. */
export function resolveSkillTools(
  runtime: CallableSkills,
  options: SkillToolsOptions,
): ResolvedSkillTools {
  checkMethods(runtime, "runtime", METHODS);
  checkObject(runtime.skills, "runtime.skills");
  checkMembers(options, "options", ["only", "prefix", "maxSkills", "maxCharacters"]);
  const { only, prefix = "" } = options;
  const { maxSkills = DEFAULT_SKILLS, maxCharacters = DEFAULT_CHARACTERS } = options;
  if (typeof prefix !== "string" || !PREFIX.test(prefix)) {
    throw invalidInput("options.prefix", "0 to 32 of A-Z a-z 0-9 _ -", prefix);
  }
  const names = only && chosenNames(runtime, only);
  const isUsable = ({ name, disableModelInvocation }: AnySkill): boolean =>
    disableModelInvocation !== true && names?.has(name) !== false;
  const find = (name: string): AnySkill | undefined => {
    const skill = runtime.skills.get(name);
    return skill && isUsable(skill) ? skill : undefined;
  };
  return {
    skills: [...runtime.skills.values()].filter(isUsable),
    find,
    async search(task, { signal }) {
      // Skills that a model may not use may be found, too.
      const hits = await runtime.searchSkills(task, { limit: MAX_FOUND, signal });
      return hits.flatMap(({ name }) => find(name) ?? []);
    },
    prefix,
    maxSkills: checkNumber(maxSkills, "options.maxSkills", MOST),
    maxCharacters: checkNumber(maxCharacters, "options.maxCharacters", MOST),
  };
}

function chosenNames({ skills }: CallableSkills, only: readonly string[]): ReadonlySet<string> {
  const names = new Set(checkTexts(only, "options.only", MAX_SKILL_NAME));
  const unknown = only.find((name) => !skills.has(name));
  if (unknown !== undefined) {
    throw invalidInput("options.only", "names of skills of the runtime", unknown);
  }
  return names;
}
