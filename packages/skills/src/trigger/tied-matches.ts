import { compareText, type AnySkill, type SkillMatch } from "@kioku/core/toolkit";

import { plainText } from "./skill-texts.js";

/** Difference of scores below which two skills fit alike. */
const MARGIN = 0.03;
/** The same for the ratio of their distances to 1, which tells high scores apart. */
const MOST_DOUBT = 1.5;

/** Compares two matches: the best first, then by name. */
export function inOrder(a: SkillMatch, b: SkillMatch): number {
  return b.score - a.score || compareText(a.skill, b.skill);
}

/** Returns the matches that fit as well as the best. */
export function bestAlike(matches: readonly SkillMatch[]): readonly SkillMatch[] {
  const best = Math.max(...matches.map(({ score }) => score));
  return matches.filter(({ score }) => isAlike(score, best));
}

function isAlike(score: number, best: number): boolean {
  if (score === best) return true;
  return best - score < MARGIN && 1 - score < MOST_DOUBT * (1 - best);
}

/**
 * Leaves at most one match awake: of those that have the text as their example, or else of those
 * that fit as well as the best, the one with the highest priority. What is left is ambiguous.
 */
export function onlyBest(
  matches: readonly SkillMatch[],
  skills: ReadonlyMap<string, AnySkill>,
  text = "",
): readonly SkillMatch[] {
  const same = matches.filter((match) => isExampleOf(match, text));
  const nearest = same.length > 0 ? same : bestAlike(matches);
  const priorityOf = ({ skill }: SkillMatch): number => skills.get(skill)?.priority ?? 0;
  const highest = Math.max(...nearest.map(priorityOf));
  const winners = nearest.filter((match) => priorityOf(match) === highest);
  return matches.map((match) => {
    if (!match.wakes) return match;
    if (!winners.includes(match)) return outranked(match);
    return winners.length === 1 ? match : ambiguous(match, winners);
  });
}

/** Returns true if a text is the best example of a match, but for case and punctuation. */
export function isExampleOf({ trigger }: SkillMatch, text: string): boolean {
  return plainText(trigger) === plainText(text);
}

/** Returns a match as one that gives way to a better one. */
export function outranked(match: SkillMatch): SkillMatch {
  return decided(match, "outranked");
}

/** Returns a match as one of several that fit alike. */
export function ambiguous(match: SkillMatch, alike: readonly SkillMatch[]): SkillMatch {
  const rivals = alike.map(({ skill }) => skill).filter((skill) => skill !== match.skill);
  return { ...decided(match, "ambiguous"), rivals: rivals.toSorted(compareText) };
}

/** Returns a match that is decided for a reason beside its score. */
export function decided(
  { skill, score, threshold, trigger }: SkillMatch,
  reason: "outranked" | "ambiguous" | "follow-up" | "chosen",
): SkillMatch {
  const wakes = reason === "follow-up" || reason === "chosen";
  return { skill, score, threshold, trigger, wakes, reason };
}
