import { dayRange, monthRange } from "./calendar.js";
import { chronoDates, mayNeedChrono } from "./chrono-dates.js";
import { type DateRange, MAX_DATED_LENGTH } from "./date-range.js";
import { type DateContext, type DateRule, readByRules } from "./date-rule.js";
import { englishMonthRules, englishYearRules } from "./english-calendar-rules.js";
import { englishRelativeRules } from "./english-relative-rules.js";
import { applySurroundings, joinMentions } from "./mentions.js";
import { unspacedCalendarRules, unspacedRelativeRules } from "./unspaced-rules.js";

/** Dates that begin with the year, in any language: 2023-05-07, 2023/5/7, 2023-05. */
const ISO_RULE: DateRule = {
  pattern:
    /(?<![\w.@/-])(?<!version )(?<year>(?:19|20)\d\d)(?:(?<joint>[-/.])(?<month>\d{1,2})\k<joint>(?<day>\d{1,2})|-(?<wholeMonth>0[1-9]|1[0-2]))(?:T[\d:.]+Z?)?(?![\w@-]|[./]\d)/gu,
  read: ({ year, month, day, wholeMonth }) =>
    day === undefined
      ? monthRange(Number(year), Number(wholeMonth))
      : dayRange(Number(year), Number(month), Number(day)),
};

const RULES = [
  ISO_RULE,
  ...englishYearRules,
  ...unspacedRelativeRules,
  ...unspacedCalendarRules,
  ...englishMonthRules,
  ...englishRelativeRules,
];
/** Years that can be written with four digits; "3000 years ago" is no date to search for. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

/**
 * Finds the dates that the first 2,000 units of a text name, in its order, each once. Relative ones
 * count from `now`; `isAhead` tells if the sentence around an index speaks of the future.
 */
export async function findDates(
  text: string,
  now: Date,
  isAhead: (text: string, index: number) => boolean,
): Promise<readonly DateRange[]> {
  const looked = prepared(text);
  const contextAt = (index: number): DateContext => ({ now, ahead: isAhead(looked, index) });
  const { mentions, rest } = readByRules(looked, RULES, contextAt);
  const others = mayNeedChrono(rest) ? await chronoDates(rest, contextAt) : [];
  const joined = joinMentions([...mentions, ...others], looked);
  return distinct(joined.flatMap((mention) => applySurroundings(mention, looked, now) ?? []));
}

/** Makes full-width digits plain and white space one blank. NFKC can be 18 times as long. */
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
