import type { CallOptions, JsonValue, Memory } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

/** Options of `run` and `stream`. */
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
  /** Runs one skill, and yields the parts of its output as they come, the output last. */
  stream(name: string, input: JsonValue, options?: SkillRunOptions): AsyncIterable<unknown>;
  /** Returns the instructions of a skill and its list of files, as text for a model. */
  activate(name: string, options?: CallOptions): Promise<string>;
  /** Returns one file of a skill. */
  readAsset(
    name: string,
    path: string,
    options?: CallOptions,
  ): Promise<{
    /** Content of the file. */
    readonly bytes: Uint8Array;
    /** Type by the ending of its name, such as `image/png`. */
    readonly mediaType: string;
  }>;
  /** Returns the skills for a task by their names and descriptions, best first. */
  searchSkills(
    query: string,
    options?: CallOptions & { readonly limit?: number | undefined },
  ): Promise<
    readonly {
      /** Name of the skill. */
      readonly name: string;
    }[]
  >;
}
