import type { AnySkill, SkillMatch } from "@kioku/core/toolkit";

import { isForeignTo, namesDirection, refersBack } from "./refers-back.js";
import { skillTexts, subscribes, triggerOf } from "./skill-texts.js";
import { ambiguous, bestAlike, decided, isExampleOf, outranked } from "./tied-matches.js";
import type { MatchCall, TriggerMatcherOptions } from "./trigger-matcher.js";
import type { WakeTimes } from "./wake-times.js";

/** Parts of a decision about a text that refers back. */
export interface FollowUpParts {
  readonly call: MatchCall;
  readonly limits: TriggerMatcherOptions["limits"];
  readonly times: WakeTimes;
  /** The skills by name. */
  readonly skills: ReadonlyMap<string, AnySkill>;
}

/**
 * Returns the skills that a text may refer back to: those that woke last, if they are awake, and
 * the others of their exclusive groups. None if it does not refer back.
 */
export function skillsReferredTo(
  text: string,
  { call, limits, times, skills }: FollowUpParts,
): readonly string[] {
  if (!refersBack(text)) return [];
  const latest = times.latest(call.memoryKey, limits.awakeMs);
  const groups = new Set(latest.map((skill) => skills.get(skill)?.exclusive ?? null));
  return [...skills.values()]
    .filter(({ name, exclusive }) => latest.includes(name) || groups.has(exclusive ?? ""))
    .map(({ name }) => name);
}

/**
 * Wakes the skill that a text refers back to, if no other one fits: the one that woke last, or one
 * of its group that fits better. A skill that does not do what is asked for is not meant.
 */
export function followUp(
  text: string,
  matches: readonly SkillMatch[],
  parts: FollowUpParts & { readonly referredTo: readonly string[] },
): readonly SkillMatch[] {
  const { call, limits, times, referredTo } = parts;
  if (referredTo.length === 0) return matches;
  const latest = times.latest(call.memoryKey, limits.awakeMs);
  const isLatest = ({ skill }: SkillMatch): boolean => latest.includes(skill);
  // "Again" names nothing, so that no other skill fits it but by chance.
  const fits = matches.filter(({ wakes, reason }) => wakes || reason === "cooling-down");
  const isNamed = namesDirection(text) || fits.some((match) => isExampleOf(match, text));
  if (fits.length > 0 && (isNamed || fits.some((match) => isLatest(match)))) return matches;
  const tied = matches.filter(({ reason }) => reason === "ambiguous");
  const candidates = (tied.length > 0 ? tied : matches).filter(
    (match) => referredTo.includes(match.skill) && mayFollow(text, match, parts),
  );
  // Without a direction, nothing speaks for another one of the group.
  const alike = bestAlike(namesDirection(text) ? candidates : candidates.filter(isLatest));
  const winners = alike.some(isLatest) ? alike.filter(isLatest) : alike;
  if (winners.length === 0) return matches;
  return matches.map((match): SkillMatch => {
    if (!winners.includes(match)) {
      return match.wakes || match.reason === "ambiguous" ? outranked(match) : match;
    }
    if (winners.length > 1) return ambiguous(match, winners);
    return decided(match, "follow-up");
  });
}

const MAY_FOLLOW = /^(?:below-threshold|near-chance|ambiguous|outranked)$/u;

function mayFollow(
  text: string,
  match: SkillMatch,
  { call, limits, times, skills }: FollowUpParts,
): boolean {
  const skill = skills.get(match.skill);
  if (!skill || !MAY_FOLLOW.test(match.reason)) return false;
  const { cooldownMs = limits.cooldownMs } = triggerOf(skill, call.event, match.trigger) ?? {};
  if (times.since(skill.name, call.memoryKey) < cooldownMs) return false;
  const texts = skillTexts(skill)
    .filter(({ trigger, isCounterexample }) => {
      return !isCounterexample && (!trigger || subscribes(trigger, call.event));
    })
    .map((one) => one.text);
  return !isForeignTo(text, texts);
}
