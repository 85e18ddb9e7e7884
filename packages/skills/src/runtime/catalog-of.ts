import type { SkillManifest } from "@kioku/core";
import { compareText, checkNumber, checkText } from "@kioku/core/toolkit";

import { skillCatalog } from "../catalog/catalog.js";
import { MAX_LIMIT, MAX_TEXT_LENGTH } from "../limits.js";
import { checkOptions } from "./check-options.js";
import type { MatchParts } from "./match-text.js";
import type { Roster } from "./roster.js";
import type { CatalogOptions } from "./skill-runtime.js";
import { withinTime } from "./within-time.js";

const DEFAULT_NEAREST = 20;

/** What a catalog is made of. */
interface CatalogParts extends MatchParts {
  readonly roster: Roster;
}

/** The catalog of all skills by name, or of those nearest to a text. */
export async function catalogOf(parts: CatalogParts, options: CatalogOptions): Promise<string> {
  checkOptions(options, ["for", "limit"]);
  const { for: text, limit } = options;
  if (limit !== undefined) {
    checkNumber(limit, "options.limit", { min: 1, max: MAX_LIMIT, integer: true });
  }
  if (text === undefined) return skillCatalog(allByName(parts.roster).slice(0, limit));
  checkText(text, "options.for", MAX_TEXT_LENGTH);
  return skillCatalog(await nearest(parts, text, options));
}

function allByName(roster: Roster): readonly SkillManifest[] {
  return [...roster.skills.values()].toSorted((a, b) => compareText(a.name, b.name));
}

async function nearest(
  { matcher, roster, roots, settings }: CatalogParts,
  text: string,
  { limit = DEFAULT_NEAREST, signal: given }: CatalogOptions,
): Promise<readonly SkillManifest[]> {
  const found = await roots.run({ signal: given }, ({ work }) =>
    withinTime(work, settings, (signal) => matcher.nearest(text, { limit, signal })),
  );
  return found.flatMap(({ skill }) => roster.skills.get(skill) ?? []);
}
