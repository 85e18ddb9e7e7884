import type { Memory, SkillMemory } from "@kioku/core";
import { checkObject, checkText, invalidInput, MAX_CONTENT_LENGTH } from "@kioku/core/toolkit";

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
    async memorySetWithEmbedding(key, value, given = {}) {
      const whole = typeof given === "string" ? { text: given } : given;
      checkObject(whole, "options");
      const { text, ...options } = whole;
      if (text !== undefined) checkText(text, "options.text", MAX_CONTENT_LENGTH);
      if ("index" in options)
        throw invalidInput("options.index", "absent: options.text is indexed");
      await memory.set(key, value, { actor, ...options, index: text ?? true });
    },
  };
}
