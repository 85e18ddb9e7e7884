import type { SkillMatch, WakeReason } from "@kioku/core/toolkit";

import type { Scored } from "./fit-scores.js";
import { followUp, type FollowUpParts } from "./follow-up.js";
import { isNegated } from "./gather-fits.js";
import { vetoOf } from "./mood.js";
import { decided, inOrder, onlyBest, outranked } from "./tied-matches.js";

/** A whole text or one of its parts, with the scores of the skills for it. */
export interface Reading {
  readonly text: string;
  readonly scored: readonly Scored[];
}

interface Decision extends FollowUpParts {
  /** Skills that the text refers back to, see `skillsReferredTo`. */
  readonly referredTo: readonly string[];
}

interface Ruling extends Decision {
  readonly isVetoed: ReturnType<typeof vetoOf>;
}

/** Fewest standard deviations above chance at which a score counts. */
const LEAST_STRENGTH = 0.5;

/**
 * Decides for each skill whether it wakes and why, best first, then by name. The first reading is
 * of the whole text, the others are of its parts. Each wakes the best skill that reaches its
 * threshold there. A skill that the whole text negates wakes by no part.
 */
export function decideMatches(readings: readonly Reading[], decision: Decision): SkillMatch[] {
  const { call, limits } = decision;
  const ruling = { ...decision, isVetoed: vetoOf(readings[0]?.text ?? "") };
  if (call.choose !== undefined) return chosen(readings, call.choose, ruling);
  const fitting = onlyBestOfGroups(joined(readings, ruling), decision);
  const followed = followUp(readings[0]?.text ?? "", fitting, decision);
  const bounded = bestAwake(
    followed.toSorted((a, b) => Number(isFollowUp(b)) - Number(isFollowUp(a)) || inOrder(a, b)),
    limits.maxMatches,
  );
  const isAlone = bounded.filter(({ wakes }) => wakes).length < 2;
  return bounded
    .map(({ part, ...match }) => (part === undefined || isAlone ? match : { ...match, part }))
    .filter(({ wakes }) => wakes || call.explain)
    .slice(0, call.limit);
}

/** Leaves no more matches awake than may be, the first ones. */
function bestAwake(matches: readonly SkillMatch[], most: number): readonly SkillMatch[] {
  let awake = 0;
  return matches.map((match) => {
    if (match.wakes) awake += 1;
    return match.wakes && awake > most ? outranked(match) : match;
  });
}

function isFollowUp({ reason }: SkillMatch): boolean {
  return reason === "follow-up";
}

/** Returns the best match of the skill that was chosen, which wakes whatever its score. */
function chosen(readings: readonly Reading[], choose: string, decision: Ruling): SkillMatch[] {
  const matches = readings
    .flatMap(({ text, scored }) =>
      scored.filter(({ skill }) => skill === choose).map((one) => toMatch(one, text, decision)),
    )
    .map((match) => decided(match, "chosen"));
  return matches.toSorted(inOrder).slice(0, 1);
}

/** Returns one match for each skill: of the reading that wakes it, or else of its best one. */
function joined(readings: readonly Reading[], decision: Ruling): readonly SkillMatch[] {
  const matches = new Map<string, SkillMatch>();
  const parts = new Map<string, string>();
  for (const [index, reading] of readings.entries()) {
    for (const match of decideReading(reading, decision)) {
      if (index > 0 && match.wakes && !parts.has(match.skill)) parts.set(match.skill, reading.text);
      const known = matches.get(match.skill);
      if (!known || isPreferred(match, known)) matches.set(match.skill, match);
    }
  }
  const wakes = (skill: string): boolean => matches.get(skill)?.wakes === true;
  return [...matches.values()].map((match) => {
    if (match.rivals?.some(wakes) === true) return outranked(match);
    const part = parts.get(match.skill);
    return match.wakes && part !== undefined ? { ...match, part } : match;
  });
}

/** Returns the matches of one reading, of which at most one wakes. */
function decideReading({ text, scored }: Reading, decision: Ruling): readonly SkillMatch[] {
  const { except = [] } = decision.call;
  const matches = scored
    .filter(({ skill }) => !except.includes(skill))
    .map((one) => toMatch(one, text, decision));
  return [
    ...onlyBest(matches.filter(competes), decision.skills, text),
    ...matches.filter((match) => !competes(match)),
  ];
}

/** Returns true for a match that fits. One that cools down does: its work is none for the next. */
function competes({ wakes, reason }: SkillMatch): boolean {
  return wakes || reason === "cooling-down";
}

/** Returns true if a match of a part tells more of a skill than the known one. */
function isPreferred(match: SkillMatch, known: SkillMatch): boolean {
  if (known.reason === "negated") return false;
  if (match.wakes !== known.wakes) return match.wakes;
  return match.score > known.score;
}

/** Leaves at most one of each exclusive group awake. */
function onlyBestOfGroups(
  matches: readonly SkillMatch[],
  { skills }: Decision,
): readonly SkillMatch[] {
  const groupOf = ({ skill, wakes }: SkillMatch): string | undefined =>
    wakes ? skills.get(skill)?.exclusive : undefined;
  return [...Map.groupBy(matches, groupOf)].flatMap(([group, members]) =>
    group === undefined ? members : onlyBest(members, skills),
  );
}

function toMatch(one: Scored, text: string, { call, limits, times, isVetoed }: Ruling): SkillMatch {
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
    isVetoed: () => isVetoed(text, best),
  });
  const wakes = reason === "fits" || reason === "stays-awake";
  const match = { skill, score, threshold, trigger: best?.text ?? "", wakes, reason };
  return reason === "negated" && counter ? { ...match, counterexample: counter.text } : match;
}

function reasonOf(
  one: Scored,
  bounds: {
    readonly threshold: number;
    readonly least: number;
    readonly isCoolingDown: boolean;
    readonly isVetoed: () => boolean;
  },
): WakeReason {
  // Of skills that fit alike, any may be meant: what they share decides.
  const score = one.score * one.alike;
  if (score < bounds.least) return "below-threshold";
  if (one.strongest < LEAST_STRENGTH) return "near-chance";
  if (isNegated(one)) return "negated";
  if (bounds.isVetoed()) return "no-command";
  if (bounds.isCoolingDown) return "cooling-down";
  return score < bounds.threshold ? "stays-awake" : "fits";
}
