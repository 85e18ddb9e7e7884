import { invalidInput } from "@kioku/core/toolkit";

import { isSkillName } from "../format/skill-name.js";

/** Refuses anything but a name by the Agent Skills standard. */
export function checkSkillName(value: unknown, name: string): string {
  if (typeof value === "string" && isSkillName(value)) return value;
  throw invalidInput(
    name,
    "1 to 64 lower-case letters, digits and single hyphens, with no hyphen at either end",
    value,
  );
}
