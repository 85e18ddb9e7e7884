import type { InYear } from "./calendar.js";
import type { DateRange } from "./date-range.js";

/** What an expression means. */
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

/** What an expression is resolved by. */
export interface DateContext {
  /** The instant that relative expressions count from. */
  readonly now: Date;
  /**
   * Whether the sentence speaks of the future: what has no year or direction is then looked for
   * ahead.
   */
  readonly ahead: boolean;
}

/** A kind of expression: how it is written and what it means. */
export interface DateRule {
  /** Global; linear in the length of the text. */
  readonly pattern: RegExp;
  /**
   * The meaning of a match, or undefined if it is none. Groups that took no part are empty texts.
   */
  readonly read: (group: (name: string) => string, context: DateContext) => DateMeaning | undefined;
}

/** Stands where an expression was read: no letter, digit or blank. */
const TAKEN = "#";

/** What reading leaves: the mentions, and the text with each of them overwritten at its place. */
export interface RuleReading {
  /** In no order. */
  readonly mentions: readonly DateMention[];
  /** As long as the text that was read. */
  readonly rest: string;
}

/** Reads a text by the rules; what an earlier rule has taken is hidden from later ones. */
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
