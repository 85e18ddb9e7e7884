import type { AnySkill, SkillTrigger } from "@kioku/skills";

import type { SetSkill, SetTrigger } from "./skill-set.ts";

/**
 * The skills of a set as a runtime takes them. They do nothing: only what wakes them is measured.
 */
export function setToSkills(skills: readonly SetSkill[]): readonly AnySkill[] {
  return skills.map(({ name, description, triggers }) => {
    const examples = triggers.filter((trigger) => typeof trigger === "string");
    const others = triggers.filter((trigger): trigger is SetTrigger => typeof trigger === "object");
    const plain: readonly SkillTrigger[] = examples.length === 0 ? [] : [{ when: examples }];
    return { name, description, triggers: [...plain, ...others], run: () => undefined };
  });
}
