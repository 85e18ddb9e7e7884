import { checkBoolean, checkNumber, checkText } from "@kioku/core/toolkit";
import type { SkillMatch } from "@kioku/core/toolkit";

import { MAX_LIMIT, MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from "../limits.js";
import type { TriggerMatcher } from "../trigger/trigger-matcher.js";
import { checkOptions } from "./check-options.js";
import { placeOf } from "./place-of.js";
import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { Roots } from "./roots.js";
import type { MatchOptions } from "./skill-runtime.js";
import { withinTime } from "./within-time.js";

const MEMBERS = ["memory", "limit", "threshold", "event", "explain"];
const DEFAULT_LIMIT = 10;

/** What texts are matched with. */
export interface MatchParts {
  /** Knows what wakes skills by meaning. */
  readonly matcher: TriggerMatcher;
  /** Begins what the runtime is asked for. */
  readonly roots: Roots;
  /** Limits and seams. */
  readonly settings: RuntimeSettings;
}

/** What a text would wake, and why. */
export async function matchText(
  { matcher, roots, settings }: MatchParts,
  text: string,
  options: MatchOptions,
): Promise<readonly SkillMatch[]> {
  checkText(text, "text", MAX_TEXT_LENGTH);
  checkOptions(options, MEMBERS);
  const { limit = DEFAULT_LIMIT, threshold, event = "message", explain = false } = options;
  checkNumber(limit, "options.limit", { min: 1, max: MAX_LIMIT, integer: true });
  if (threshold !== undefined) checkNumber(threshold, "options.threshold", { min: 0, max: 1 });
  checkText(event, "options.event", MAX_NAME_LENGTH);
  checkBoolean(explain, "options.explain");
  return roots.run(options, ({ memory, work }) => {
    const call = { event, place: placeOf(memory), limit, threshold, explain };
    return withinTime(work, settings, (signal) => matcher.match(text, { ...call, signal }));
  });
}
