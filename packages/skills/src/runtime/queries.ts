import type { CallOptions } from "@kioku/core";
import {
  compareText,
  checkBoolean,
  checkCallOptions,
  checkNumber,
  checkText,
} from "@kioku/core/toolkit";
import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

import { skillCatalog } from "../catalog/catalog.js";
import { MAX_LIMIT, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from "../limits.js";
import type { FoundSkill } from "../search/skill-search.js";
import type { RuntimeParts } from "./compose-runtime.js";
import { withinTime } from "./deadline.js";
import { checkMemory } from "./resolve-runtime-options.js";
import type { CatalogOptions, MatchOptions, SkillHit, SkillSearchCall } from "./skill-runtime.js";

const DEFAULT_HITS = 5;
const DEFAULT_MATCHES = 10;
const DEFAULT_NEAREST = 20;

/** Checks the options of a call; `more` names those beside `signal`. */
export function checkOptions(
  options: CallOptions & { readonly memory?: unknown },
  more: readonly string[] = [],
): void {
  checkCallOptions(options, more);
  if (options.memory !== undefined) checkMemory(options.memory, "options.memory");
}

function checkLimit(limit: number): void {
  checkNumber(limit, "options.limit", { min: 1, max: MAX_LIMIT, integer: true });
}

/** Finds the skills that a text would wake, with the reasons. */
export async function matchText(
  { matcher, rootTasks, memoryKeys, settings }: RuntimeParts,
  text: string,
  options: MatchOptions,
): Promise<readonly SkillMatch[]> {
  checkText(text, "text", MAX_TEXT_LENGTH);
  checkOptions(options, ["memory", "limit", "threshold", "event", "explain"]);
  const { limit = DEFAULT_MATCHES, threshold, event = "message", explain = false } = options;
  checkLimit(limit);
  if (threshold !== undefined) checkNumber(threshold, "options.threshold", { min: 0, max: 1 });
  checkText(event, "options.event", MAX_NAME_LENGTH);
  checkBoolean(explain, "options.explain");
  return rootTasks.run(options, ({ memory, task }) => {
    const call = { event, memoryKey: memoryKeys.of(memory), limit, threshold, explain };
    return withinTime(task, settings, (signal) => matcher.match(text, { ...call, signal }));
  });
}

/** Finds the skills for a task. */
export async function searchSkills(
  parts: RuntimeParts,
  query: string,
  options: SkillSearchCall,
): Promise<readonly SkillHit[]> {
  checkText(query, "query", MAX_TEXT_LENGTH);
  checkOptions(options, ["limit"]);
  const { limit = DEFAULT_HITS, signal } = options;
  checkLimit(limit);
  const found = await findSkills(parts, query, { limit, signal });
  return found.map(({ skill: { name, description }, score }) => ({ name, description, score }));
}

/** Writes the catalog of all skills by name, or of those nearest to a text. */
export async function writeCatalog(parts: RuntimeParts, options: CatalogOptions): Promise<string> {
  checkOptions(options, ["for", "limit"]);
  const { for: text, limit, signal } = options;
  if (limit !== undefined) checkLimit(limit);
  if (text === undefined) {
    const sorted = shownSkills(parts).toSorted((a, b) => compareText(a.name, b.name));
    return skillCatalog(sorted.slice(0, limit));
  }
  checkText(text, "options.for", MAX_TEXT_LENGTH);
  const found = await findSkills(parts, text, { limit: limit ?? DEFAULT_NEAREST, signal });
  return skillCatalog(found.map(({ skill }) => skill));
}

async function findSkills(
  parts: RuntimeParts,
  query: string,
  { limit, signal: given }: CallOptions & { readonly limit: number },
): Promise<readonly FoundSkill[]> {
  const { search, rootTasks, settings } = parts;
  return rootTasks.run({ signal: given }, ({ task }) =>
    withinTime(task, settings, (signal) =>
      search.find(query, shownSkills(parts), { limit, signal }),
    ),
  );
}

/** Returns the skills that models may see. */
function shownSkills({ registry }: RuntimeParts): readonly AnySkill[] {
  return [...registry.skills.values()].filter(
    ({ disableModelInvocation = false }) => !disableModelInvocation,
  );
}
