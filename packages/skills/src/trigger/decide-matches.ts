import { compareText, type SkillMatch, type WakeReason } from "@kioku/core/toolkit";

import type { Scored } from "./fit-scores.js";
import { isNegated } from "./gather-fits.js";
import type { MatchCall, TriggerMatcherOptions } from "./trigger-matcher.js";
import type { WakeTimes } from "./wake-times.js";

interface Decision {
  readonly call: MatchCall;
  readonly limits: TriggerMatcherOptions["limits"];
  readonly times: WakeTimes;
}

/** Fewest standard deviations above chance at which a score counts. */
const LEAST_STRENGTH = 0.5;

/** Decides for each skill whether it wakes and why, best first, then by name. */
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
  const elapsedMs = times.since(skill, call.memoryKey);
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

function reasonOf(
  one: Scored,
  bounds: { readonly threshold: number; readonly least: number; readonly isCoolingDown: boolean },
): WakeReason {
  const { score, strongest, isOutranked } = one;
  if (score < bounds.least) return "below-threshold";
  if (strongest < LEAST_STRENGTH) return "near-chance";
  if (isNegated(one)) return "negated";
  if (isOutranked) return "outranked";
  if (bounds.isCoolingDown) return "cooling-down";
  return score < bounds.threshold ? "stays-awake" : "fits";
}
