import { checkObject, checkText } from "../internal/check/check.js";
import type { Memory } from "./memory.js";
import type { SkillMemory } from "./skill-context.js";

const SEARCH_LIMIT = 5;

/** Who remembers, and in which memory. */
export interface SkillMemoryOptions {
  /** Memory that all skills share. */
  readonly memory: Memory;
  /**
   * Name of the skill: the actor of its writes and the place of its own corner, `["skills", name]`
   * below the memory.
   */
  readonly skill: string;
}

/**
 * The memory half of a `SkillContext`: the shared memory, the skill's own corner, and the four
 * calls.
 */
export function skillMemory({ memory, skill }: SkillMemoryOptions): SkillMemory {
  const actor = checkText(skill, "skill", 64);
  return {
    memory,
    state: memory.scope("skills", actor),
    memoryGet: (key) => memory.get(key),
    async memorySet(key, value, options = {}) {
      await memory.set(key, value, { actor, ...options });
    },
    async memorySearch(query, options = {}) {
      const given = typeof options === "number" ? { limit: options } : options;
      checkObject(given, "options");
      return memory.recall({ limit: SEARCH_LIMIT, ...given, query });
    },
    async memorySetWithEmbedding(key, value, text) {
      await memory.set(key, value, { actor, index: text ?? true });
    },
  };
}
