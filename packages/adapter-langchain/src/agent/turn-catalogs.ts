import type { CallOptions } from "@kioku/core";
import { LruMap, type AnySkill } from "@kioku/core/toolkit";
import { skillCatalog, type CallableSkills, type SkillToolsOptions } from "@kioku/tools";

/** Longest task that is searched for, in characters. */
const MAX_TASK = 10_000;
/** Most catalogs that are kept; the least recently used go first. */
const MAX_CATALOGS = 64;

/** A catalog of some skills. */
interface KnownCatalog {
  readonly skills: readonly AnySkill[];
  readonly text: string;
}

/** Catalogs of skills by task: all model calls of a turn get the same one, by one search. */
export class TurnCatalogs {
  readonly #runtime: CallableSkills;
  readonly #options: SkillToolsOptions;
  readonly #known = new LruMap<string, KnownCatalog>({ maxEntries: MAX_CATALOGS });

  constructor(runtime: CallableSkills, options: SkillToolsOptions) {
    this.#runtime = runtime;
    this.#options = options;
  }

  /** Returns the catalog for a task, made anew if the skills of the runtime have changed. */
  async catalogFor(words: string, { signal }: CallOptions): Promise<string> {
    const task = words.slice(0, MAX_TASK);
    const skills = [...this.#runtime.skills.values()];
    const known = this.#known.get(task);
    if (known?.skills.length === skills.length) {
      if (skills.every((skill, index) => skill === known.skills[index])) return known.text;
    }
    const text = await skillCatalog(this.#runtime, this.#options, { for: task, signal });
    this.#known.set(task, { skills, text });
    return text;
  }
}
