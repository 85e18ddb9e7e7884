import type { CallOptions } from "@kioku/core";
import {
  compareText,
  checkBoolean,
  checkCallOptions,
  checkNumber,
  checkText,
} from "@kioku/core/toolkit";
import type { SkillMatch } from "@kioku/core/toolkit";

import { skillCatalog } from "../catalog/catalog.js";
import { MAX_LIMIT, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from "../limits.js";
import type { RuntimeParts } from "./compose-runtime.js";
import { withinTime } from "./deadline.js";
import { checkMemory } from "./resolve-runtime-options.js";
import type { CatalogOptions, MatchOptions } from "./skill-runtime.js";

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

/** Finds the skills that a text would wake, with the reasons. */
export async function matchText(
  { matcher, rootTasks, memoryKeys, settings }: RuntimeParts,
  text: string,
  options: MatchOptions,
): Promise<readonly SkillMatch[]> {
  checkText(text, "text", MAX_TEXT_LENGTH);
  checkOptions(options, ["memory", "limit", "threshold", "event", "explain"]);
  const { limit = DEFAULT_MATCHES, threshold, event = "message", explain = false } = options;
  checkNumber(limit, "options.limit", { min: 1, max: MAX_LIMIT, integer: true });
  if (threshold !== undefined) checkNumber(threshold, "options.threshold", { min: 0, max: 1 });
  checkText(event, "options.event", MAX_NAME_LENGTH);
  checkBoolean(explain, "options.explain");
  return rootTasks.run(options, ({ memory, task }) => {
    const call = { event, memoryKey: memoryKeys.of(memory), limit, threshold, explain };
    return withinTime(task, settings, (signal) => matcher.match(text, { ...call, signal }));
  });
}

/** Writes the catalog of all skills by name, or of those nearest to a text. */
export async function writeCatalog(parts: RuntimeParts, options: CatalogOptions): Promise<string> {
  checkOptions(options, ["for", "limit"]);
  const { for: text, limit, signal: given } = options;
  const { matcher, registry, rootTasks, settings } = parts;
  if (limit !== undefined) {
    checkNumber(limit, "options.limit", { min: 1, max: MAX_LIMIT, integer: true });
  }
  if (text === undefined) {
    const sorted = [...registry.skills.values()].toSorted((a, b) => compareText(a.name, b.name));
    return skillCatalog(sorted.slice(0, limit));
  }
  checkText(text, "options.for", MAX_TEXT_LENGTH);
  const found = await rootTasks.run({ signal: given }, ({ task }) =>
    withinTime(task, settings, (signal) =>
      matcher.nearest(text, { limit: limit ?? DEFAULT_NEAREST, signal }),
    ),
  );
  return skillCatalog(found.flatMap(({ skill }) => registry.skills.get(skill) ?? []));
}
