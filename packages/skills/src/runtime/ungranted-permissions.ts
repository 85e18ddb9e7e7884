import type { SkillPermissions } from "@kioku/core/toolkit";

import { Grants, type Access } from "../access/grants.js";

const MAX_NAMED = 10;

interface Comparison {
  readonly skill: string;
  readonly asked: SkillPermissions;
  readonly granted: SkillPermissions;
}

/** Describes the permissions that a skill asks for by name and is not granted, at most 10. */
export function ungrantedPermissions(comparison: Comparison): readonly string[] {
  const ungranted = [
    ...scopes("read", comparison),
    ...scopes("write", comparison),
    ...names("call", comparison),
    ...names("emit", comparison),
  ];
  const more = ungranted.length - MAX_NAMED;
  return more > 0 ? [...ungranted.slice(0, MAX_NAMED), `${more} more`] : ungranted;
}

function scopes(access: Access, { skill, asked, granted }: Comparison): readonly string[] {
  const grants = new Grants(skill, [granted]);
  return (asked[access] ?? []).flatMap(({ path, reach }) => {
    const isBelow = reach === "below";
    if (isBelow ? grants.allowsBelow(access, path) : grants.allows(access, path)) return [];
    return [`${access} ${JSON.stringify(path)}${isBelow ? " and below" : ""}`];
  });
}

function names(verb: "call" | "emit", comparison: Comparison): readonly string[] {
  const { [verb]: asked = [] } = comparison.asked;
  const { [verb]: granted = "any" } = comparison.granted;
  if (granted === "any") return [];
  if (asked === "any") return [`${verb} any`];
  const allowed: readonly string[] = granted;
  return asked.filter((name) => !allowed.includes(name)).map((name) => `${verb} "${name}"`);
}
