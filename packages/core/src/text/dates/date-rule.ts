import { type InYear, latestBegun, nextNotOver, yearsFrom } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import { direction } from "./english-words.js";

/** The meaning of an expression: a stretch of time. */
export interface DateMeaning extends DateRange {
  /** Where the words give no year: the same in a given year. */
  readonly inYear?: InYear;
  /** Where the words mean a whole year: that year. */
  readonly year?: number;
}

/** An expression in a text and what it means. */
export interface DateMention extends DateMeaning {
  readonly index: number;
  /** Where it ends: index of the first unit after it. */
  readonly end: number;
}

/** The context that an expression is resolved by. */
export interface DateContext {
  readonly now: Date;
  /** True if the sentence speaks of the future: a month without a year then lies ahead. */
  readonly ahead: boolean;
}

/** The named groups of a match; those that took no part are undefined. */
export type DateGroups = Readonly<Record<string, string | undefined>>;

/** A kind of expression: its pattern and its meaning. */
export interface DateRule {
  /** Global; linear in the length of the text. */
  readonly pattern: RegExp;
  readonly read: (groups: DateGroups, context: DateContext) => DateMeaning | undefined;
}

/** Makes the pattern of a rule, of a template in which a backslash is one. */
export function everywhere(source: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw(source, ...parts), "gu");
}

/** Makes one that ignores case. */
export function anyCase(source: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(String.raw(source, ...parts), "giu");
}

/** Stands where an expression was read: no letter, digit or blank. */
const TAKEN = "#";

/** Reads a text by the rules. A match of one rule is hidden from later ones, and in `rest`. */
export function readByRules(
  text: string,
  rules: readonly DateRule[],
  contextAt: (index: number) => DateContext,
): { readonly mentions: readonly DateMention[]; readonly rest: string } {
  const mentions: DateMention[] = [];
  let rest = text;
  for (const rule of rules) {
    // Most find nothing, and this makes no objects.
    if (rest.search(rule.pattern) === -1) continue;
    for (const match of rest.matchAll(rule.pattern)) {
      const meaning = rule.read(match.groups ?? {}, contextAt(match.index));
      if (!meaning) continue;
      const end = match.index + match[0].length;
      mentions.push({ ...meaning, index: match.index, end });
      rest = rest.slice(0, match.index) + TAKEN.repeat(match[0].length) + rest.slice(end);
    }
  }
  return { mentions, rest };
}

/** Reads what comes every year by "last", "this" or "next", or else by the time of the sentence. */
export function yearlyMeaning(
  which: string | undefined,
  inYear: InYear,
  context: DateContext,
): DateMeaning | undefined {
  const range = pick(which, inYear, context);
  return range && { ...range, inYear };
}

function pick(which = "", inYear: InYear, { now, ahead }: DateContext): DateRange | undefined {
  const way = direction(which);
  if (way === -1) return yearsFrom(now, -1, inYear).find(({ to }) => to <= now);
  if (way === 0) {
    // In January "this winter" is the one that began in the year before.
    const year = now.getUTCFullYear();
    const before = inYear(year - 1);
    return before && before.to > now ? before : inYear(year);
  }
  if (way === 1) return yearsFrom(now, 1, inYear).find(({ from }) => from > now);
  return ahead ? nextNotOver(inYear, now) : latestBegun(inYear, now);
}
