import { applySurroundings } from "./apply-surroundings.js";
import { chronoDates, mayNeedChrono } from "./chrono-dates.js";
import type { DateRange } from "./date-range.js";
import { type DateContext, type DateMention, readByRules } from "./date-rule.js";
import { englishMonthRules } from "./english-month-rules.js";
import { englishRelativeRules } from "./english-relative-rules.js";
import { englishYearRules } from "./english-year-rules.js";
import { isoRules } from "./iso-rules.js";
import { joinMentions } from "./join-mentions.js";
import { MAX_DATED_LENGTH } from "./may-hold-date.js";
import { unspacedCalendarRules } from "./unspaced-calendar-rules.js";
import { unspacedRelativeRules } from "./unspaced-relative-rules.js";

const RULES = [
  ...isoRules,
  ...englishYearRules,
  ...unspacedRelativeRules,
  ...unspacedCalendarRules,
  ...englishMonthRules,
  ...englishRelativeRules,
];
/** Years that can be written with four digits; "3000 years ago" is no date to search for. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

/** How dates without a year or direction are understood. */
export interface FindDatesOptions {
  /** The instant that relative expressions count from. */
  readonly now: Date;
  /** Whether the sentence around a place in the text speaks of the future. */
  readonly isAhead: (text: string, index: number) => boolean;
}

/**
 * The dates and ranges that a text names, in its order, each once. Only the first 2,000 units are
 * looked at. Loads the English date parser when the text holds what needs it.
 */
export async function findDates(
  text: string,
  { now, isAhead }: FindDatesOptions,
): Promise<readonly DateRange[]> {
  const looked = prepared(text);
  const contextAt = (index: number): DateContext => ({ now, ahead: isAhead(looked, index) });
  const { mentions, rest } = readByRules(looked, RULES, contextAt);
  const all: DateMention[] = mayNeedChrono(rest)
    ? [...mentions, ...(await chronoDates(rest, contextAt))]
    : [...mentions];
  return distinct(
    joinMentions(all, looked).flatMap((mention) => applySurroundings(mention, looked, now) ?? []),
  );
}

/**
 * Full-width digits as plain ones, every white space as one blank; Unicode forms can be up to 18
 * times as long.
 */
function prepared(text: string): string {
  const plain = text.slice(0, MAX_DATED_LENGTH).normalize("NFKC").slice(0, MAX_DATED_LENGTH);
  return plain.replaceAll(/\s+/gu, " ");
}

function distinct(ranges: readonly DateRange[]): DateRange[] {
  const sound = ranges.filter(
    ({ from, to }) => from.getUTCFullYear() >= FIRST_YEAR && to.getUTCFullYear() <= LAST_YEAR,
  );
  return [
    ...new Map(
      sound.map((range) => [`${range.from.getTime()} ${range.to.getTime()}`, range]),
    ).values(),
  ];
}
