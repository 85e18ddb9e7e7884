import type { Memory, SkillMemory } from "@kioku/core";
import { checkObject, checkText } from "@kioku/core/toolkit";

const SEARCH_LIMIT = 5;

/** Who remembers, and in which memory. */
export interface SkillMemoryOptions {
  /** Memory that all skills share. */
  readonly memory: Memory;
  /** The skill: actor of its writes, and end of its own scope, `["skills", name]`. */
  readonly skill: string;
}

/** Makes the memory part of a `SkillContext`. */
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
      return memory.recall({ limit: SEARCH_LIMIT, minScore: 0, ...given, query });
    },
    async memorySetWithEmbedding(key, value, text) {
      await memory.set(key, value, { actor, index: text ?? true });
    },
  };
}
