import { latestBegun, latestEnded, nextNotOver, nextToBegin } from "./calendar.js";
import type { InYear } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import { direction } from "./english-words.js";

/** The meaning of an expression. */
export interface DateMeaning {
  /** The stretch of time. */
  readonly range: DateRange;
  /** Where the words give no year: the same in a given year. */
  readonly inYear?: InYear;
  /** Where the words mean a whole year: that year. */
  readonly year?: number;
}

/** An expression in a text and what it means. */
export interface DateMention extends DateMeaning {
  /** Where it begins in the text. */
  readonly index: number;
  /** Where it ends: index of the first unit after it. */
  readonly end: number;
}

/** The context that an expression is resolved by. */
export interface DateContext {
  /** The instant that relative expressions count from. */
  readonly now: Date;
  /** True if the sentence speaks of the future: a month without a year then lies ahead. */
  readonly ahead: boolean;
}

/** A kind of expression: its pattern and its meaning. */
export interface DateRule {
  /** Global; linear in the length of the text. */
  readonly pattern: RegExp;
  /** Returns the meaning of a match, if it has one. Groups that took no part are empty texts. */
  readonly read: (group: (name: string) => string, context: DateContext) => DateMeaning | undefined;
}

/** Stands where an expression was read: no letter, digit or blank. */
const TAKEN = "#";

/** The mentions of a text, and the text with each of them overwritten. */
export interface RuleReading {
  /** In no order. */
  readonly mentions: readonly DateMention[];
  /** As long as the text that was read. */
  readonly rest: string;
}

/** Reads a text by the rules. A match of one rule is hidden from later ones. */
export function readByRules(
  text: string,
  rules: readonly DateRule[],
  contextAt: (index: number) => DateContext,
): RuleReading {
  const mentions: DateMention[] = [];
  let rest = text;
  for (const rule of rules) {
    for (const match of rest.matchAll(rule.pattern)) {
      const meaning = rule.read((name) => match.groups?.[name] ?? "", contextAt(match.index));
      if (!meaning) continue;
      const end = match.index + match[0].length;
      mentions.push({ ...meaning, index: match.index, end });
      rest = rest.slice(0, match.index) + TAKEN.repeat(match[0].length) + rest.slice(end);
    }
  }
  return { mentions, rest };
}

/**
 * Reads what comes every year, after "last" (the latest that is over), "this" (of this year),
 * "next" (the first to come) or another word: then the latest that has begun, or the first that is
 * not over where the sentence speaks of the future.
 */
export function yearlyMeaning(
  which: string,
  inYear: InYear,
  context: DateContext,
): DateMeaning | undefined {
  const range = pick(which, inYear, context);
  return range && { range, inYear };
}

function pick(which: string, inYear: InYear, { now, ahead }: DateContext): DateRange | undefined {
  const way = direction(which);
  if (way === -1) return latestEnded(inYear, now);
  if (way === 0) return ofThisYear(inYear, now);
  if (way === 1) return nextToBegin(inYear, now);
  return ahead ? nextNotOver(inYear, now) : latestBegun(inYear, now);
}

/** In January "this winter" is the one that began in the year before. */
function ofThisYear(inYear: InYear, now: Date): DateRange | undefined {
  const year = now.getUTCFullYear();
  const before = inYear(year - 1);
  return before && before.to > now ? before : inYear(year);
}
