import { compareText } from "@kioku/core/toolkit";
import type { SkillMatch, WakeReason } from "@kioku/core/toolkit";

import type { TriggerMatcherOptions } from "./create-trigger-matcher.js";
import type { Scored } from "./fit-scores.js";
import { isNegated } from "./gather-fits.js";
import type { MatchCall } from "./trigger-matcher.js";
import type { WakeTimes } from "./wake-times.js";

/** What decides beside the scores. */
export interface Decision {
  readonly call: MatchCall;
  readonly limits: TriggerMatcherOptions["limits"];
  readonly times: WakeTimes;
}

/** Below this many standard deviations above chance, no score counts. */
const LEAST_STRENGTH = 0.5;

/**
 * Says of each skill whether it wakes and why, best first; of two that fit equally well, the one
 * whose name comes first.
 */
export function decideMatches(scored: readonly Scored[], decision: Decision): SkillMatch[] {
  const { call, limits } = decision;
  const meant = scored.filter(({ skill }) => !call.except?.includes(skill));
  const sorted = meant.toSorted((a, b) => b.score - a.score || compareText(a.skill, b.skill));
  const matches: SkillMatch[] = [];
  let awake = 0;
  for (const one of sorted) {
    const match = toMatch(one, decision);
    const isOutranked = match.wakes && awake >= limits.maxMatches;
    if (match.wakes) awake += 1;
    if (isOutranked) matches.push({ ...match, wakes: false, reason: "outranked" });
    else matches.push(match);
  }
  return matches.filter(({ wakes }) => wakes || call.explain).slice(0, call.limit);
}

function toMatch(one: Scored, { call, limits, times }: Decision): SkillMatch {
  const { skill, score, best, counter } = one;
  const trigger = best?.trigger;
  const threshold = call.threshold ?? trigger?.threshold ?? limits.threshold;
  const elapsedMs = times.since(skill, call.place);
  const cooldownMs = trigger?.cooldownMs ?? limits.cooldownMs;
  const isAwake = elapsedMs < limits.awakeMs;
  const reason = reasonOf(one, {
    threshold,
    least: isAwake ? threshold - limits.hysteresis : threshold,
    isCoolingDown: elapsedMs < cooldownMs,
  });
  const wakes = reason === "fits" || reason === "stays-awake";
  const match = { skill, score, threshold, trigger: best?.text ?? "", wakes, reason };
  return reason === "negated" && counter ? { ...match, counterexample: counter.text } : match;
}

interface Bounds {
  readonly threshold: number;
  readonly least: number;
  readonly isCoolingDown: boolean;
}

function reasonOf(one: Scored, bounds: Bounds): WakeReason {
  const { score, strongest, isOutranked } = one;
  if (score < bounds.least) return "below-threshold";
  if (strongest < LEAST_STRENGTH) return "near-chance";
  if (isNegated(one)) return "negated";
  if (isOutranked) return "outranked";
  if (bounds.isCoolingDown) return "cooling-down";
  return score < bounds.threshold ? "stays-awake" : "fits";
}
