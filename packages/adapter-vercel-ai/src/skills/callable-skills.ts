import type { CallOptions, JsonValue, Memory } from "@kioku/core";
import type { AnySkill } from "@kioku/core/toolkit";

/** What `run` takes. */
export interface SkillRunOptions extends CallOptions {
  /** Whose memory the skills share in this call. */
  readonly memory?: Memory | undefined;
}

/** What is used of a runtime of skills. Any runtime of `@kioku/skills` is one. */
export interface CallableSkills {
  /** The skills that are registered, by name. */
  readonly skills: ReadonlyMap<string, AnySkill>;
  /** Checks the input, runs one skill, and checks what it returns. */
  run(name: string, input: JsonValue, options?: SkillRunOptions): Promise<unknown>;
  /** The instructions of one skill and the list of its files, as text for a model. */
  activate(name: string, options?: CallOptions): Promise<string>;
  /** One file of a skill as text. */
  readFile(name: string, path: string, options?: CallOptions): Promise<string>;
}
