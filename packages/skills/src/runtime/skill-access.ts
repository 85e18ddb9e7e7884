import type { Memory } from "@kioku/core";

import type { WriteQuotas } from "../access/write-quotas.js";
import type { SkillAccess } from "./create-context.js";
import { placeOf } from "./place-of.js";
import type { RegisteredSkill } from "./roster.js";

/**
 * What tells what a skill may do with a memory: what its permissions say, and its writes counted.
 */
export function skillAccess(
  quotas: WriteQuotas,
): (entry: RegisteredSkill, memory: Memory) => SkillAccess {
  return ({ skill, permissions }, memory) => {
    const counted = {
      skill: skill.name,
      place: placeOf(memory),
      quotas: permissions.flatMap(({ quota }) => quota ?? []),
    };
    return { permissions, countWrites: (records) => quotas.count(counted, records) };
  };
}
