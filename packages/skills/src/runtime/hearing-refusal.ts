import { MemoryError } from "@kioku/core";
import type { SkillEventName } from "@kioku/core";

import { Grants } from "../access/grants.js";
import type { RegisteredSkill } from "./roster.js";

/** Whether an event is one that only the memory emits. */
export function isMemoryEvent(name: SkillEventName): boolean {
  return name.startsWith("memory.");
}

/**
 * Why a skill may not hear of an event: that tells what is in a memory which the skill may not
 * read.
 */
export function hearingRefusal(
  { skill, permissions }: RegisteredSkill,
  event: SkillEventName,
): MemoryError | undefined {
  if (!isMemoryEvent(event)) return undefined;
  if (new Grants(skill.name, permissions).allows("read", [])) return undefined;
  return new MemoryError(
    "not-permitted",
    `skill "${skill.name}" may not hear ${event} there: its permissions lack a grant of read for { path: [] }`,
  );
}
