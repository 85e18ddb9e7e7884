import type { SkillPermissions } from "@kioku/core/toolkit";

import type { Access } from "../access/grants.js";
import { Grants } from "../access/grants.js";

/** Most of what is missing that is named. */
const MAX_NAMED = 10;

/**
 * What a skill asks for in so many words and is not granted, each in a few words; at most 10 are
 * named.
 */
export function excessAsked(
  skill: string,
  asked: SkillPermissions,
  granted: SkillPermissions,
): readonly string[] {
  const excess = [
    ...scopes("read", { skill, asked, granted }),
    ...scopes("write", { skill, asked, granted }),
    ...names("call", asked, granted),
    ...names("emit", asked, granted),
  ];
  const more = excess.length - MAX_NAMED;
  return more > 0 ? [...excess.slice(0, MAX_NAMED), `${more} more`] : excess;
}

interface Parts {
  readonly skill: string;
  readonly asked: SkillPermissions;
  readonly granted: SkillPermissions;
}

function scopes(access: Access, { skill, asked, granted }: Parts): readonly string[] {
  const grants = new Grants(skill, [granted]);
  return (asked[access] ?? []).flatMap(({ path, reach }) => {
    const isBelow = reach === "below";
    if (isBelow ? grants.allowsBelow(access, path) : grants.allows(access, path)) return [];
    return [`${access} ${JSON.stringify(path)}${isBelow ? " and below" : ""}`];
  });
}

function names(
  verb: "call" | "emit",
  { [verb]: asked = [] }: SkillPermissions,
  { [verb]: granted = "any" }: SkillPermissions,
): readonly string[] {
  if (granted === "any") return [];
  if (asked === "any") return [`${verb} any`];
  const allowed: readonly string[] = granted;
  return asked.filter((name) => !allowed.includes(name)).map((name) => `${verb} "${name}"`);
}
