import type { Memory } from "@kioku/core";
import type { SkillPermissions } from "@kioku/core/toolkit";

import type { AccessRules } from "../../src/access/access-state.js";
import { checkPermissions } from "../../src/access/check-permissions.js";
import { permittedMemory } from "../../src/access/permitted-memory.js";

/** Rules of the skill `nav` that grant nothing, but for what is given. */
export function rulesWith(
  permissions: SkillPermissions | readonly SkillPermissions[],
  more: Partial<AccessRules> = {},
): AccessRules {
  const all = Array.isArray(permissions) ? permissions : [permissions];
  return {
    skill: "nav",
    causePath: [],
    permissions: (all as readonly SkillPermissions[]).map((one) =>
      checkPermissions({ read: [], write: [], ...one }, "permissions"),
    ),
    signal: new AbortController().signal,
    countWrites: () => undefined,
    onHandlerFailure: () => undefined,
    ...more,
  };
}

/** The memory as the skill `nav` sees it. */
export function seenWith(
  memory: Memory,
  permissions: SkillPermissions | readonly SkillPermissions[],
  more: Partial<AccessRules> = {},
): Memory {
  return permittedMemory(memory, rulesWith(permissions, more));
}
