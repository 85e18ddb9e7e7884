import { dayRange, latestBegun, monthRange, nextNotOver, relativeRange } from "./calendar.js";
import type { DateUnit } from "./calendar.js";
import { chronoDates, mayNeedChrono } from "./chrono-dates.js";
import { type DateRange, MAX_DATED_LENGTH } from "./date-range.js";
import { type DateContext, type DateMention, type DateRule, readByRules } from "./date-rule.js";
import { englishDateRules, englishYearRules } from "./english-rules.js";
import { englishNumber, NUMBER, UNIT } from "./english-words.js";
import { unspacedRules } from "./unspaced-rules.js";

/** Dates that begin with the year, in any language: 2023-05-07, 2023/5/7, 2023-05. */
const ISO_RULE: DateRule = {
  pattern:
    /(?<![\w.@/-])(?<!version )(?<year>(?:19|20)\d\d)(?:(?<joint>[-/.])(?<month>\d{1,2})\k<joint>(?<day>\d{1,2})|-(?<wholeMonth>0[1-9]|1[0-2]))(?:T[\d:.]+Z?)?(?![\w@-]|[./]\d)/gu,
  read: ({ year, month, day, wholeMonth }) =>
    day === undefined
      ? monthRange(Number(year), Number(wholeMonth))
      : dayRange(Number(year), Number(month), Number(day)),
};

const RULES = [ISO_RULE, ...englishYearRules, ...unspacedRules, ...englishDateRules];
/** Years that can be written with four digits; "3000 years ago" is no date to search for. */
const FIRST_YEAR = 1000;
const LAST_YEAR = 9999;

/** Finds the dates of a text, each once. `isAhead` tells if a sentence speaks of the future. */
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
  const byTimes = sound.map((one) => [`${Number(one.from)} ${Number(one.to)}`, one] as const);
  return [...new Map(byTimes).values()];
}

/** Words before a date that change its meaning. */
const BEFORE = new RegExp(
  String.raw`(?:\bthe week (?<week>of|before|after)|\b(?<count>${NUMBER}|the) (?<unit>${UNIT})s? (?<side>before|after)|\b(?<since>since)|\b(?<after>after)|\b(?<before>before|until|till|prior to))(?: the)?(?: (?:early|late|mid|end of|beginning of|start of|middle of))?[ -]$`,
  "iu",
);
/** The same behind it, in Chinese and Japanese; not 昨天前往, 明天来, 昨天起床. */
const BEHIND =
  /^(?:年?(?<before>[以之]前|前(?![往去面天])|まで)|(?<since>以[来來]|[以之][后後]|[后後](?![来來天面])|起(?![床来來身])|至今|から))/u;
const DAY_MS = 86_400_000;
const BEFORE_LENGTH = 40;
const BEHIND_LENGTH = 4;
const YEAR_GAP = /^(?:[ ,的の]|\bof\b|\bin\b|\bon\b|['’]s\b)*$/u;
const RANGE_GAP = /^ ?(?:(?:to|through|until|till|(?<and>and)) (?:the )?|[-–—~到至] ?|から)$/iu;
const BETWEEN = /\bbetween (?:the )?$/iu;
/** Length of the text before a mention that is looked at, to join it and to shift it. */
const JOIN_LENGTH = 20;

/** Joins mentions, in order: "May" and "last year", "between 5 May" and "9 May", 三月 and 六月. */
function joinMentions(mentions: readonly DateMention[], text: string): DateMention[] {
  const joined: DateMention[] = [];
  for (const mention of mentions.toSorted((one, other) => one.index - other.index)) {
    const previous = joined.at(-1);
    const range = previous && joinedRange(previous, mention, text);
    if (range) joined.splice(-1, 1, { ...range, index: previous.index, end: mention.end });
    else joined.push(mention);
  }
  return joined;
}

function joinedRange(first: DateMention, second: DateMention, text: string): DateRange | undefined {
  const gap = text.slice(first.end, second.index);
  if (YEAR_GAP.test(gap)) return withYear(first, second) ?? withYear(second, first);
  const found = RANGE_GAP.exec(gap);
  if (!found) return undefined;
  const before = text.slice(Math.max(0, first.index - JOIN_LENGTH), first.index);
  if (found.groups?.["and"] !== undefined && !BETWEEN.test(before)) return undefined;
  return fromTo(first, second);
}

function withYear({ inYear }: DateMention, { year }: DateMention): DateRange | undefined {
  return year === undefined ? undefined : inYear?.(year);
}

/** Gives the one without a year the year of the other. */
function fromTo(first: DateMention, second: DateMention): DateRange | undefined {
  const from = (first.inYear ? latestBegun(first.inYear, second.from) : first)?.from;
  if (!from) return undefined;
  const to = (second.inYear && !first.inYear ? nextNotOver(second.inYear, from) : second)?.to;
  return to && from < to ? { from, to } : undefined;
}

/** Returns the range that a mention means with the words around it; none for "before 2020". */
function applySurroundings(
  { from, to, index, end }: DateMention,
  text: string,
  now: Date,
): DateRange | undefined {
  const before = BEFORE.exec(text.slice(Math.max(0, index - BEFORE_LENGTH), index))?.groups ?? {};
  const behind = BEHIND.exec(text.slice(end, end + BEHIND_LENGTH))?.groups ?? {};
  const { to: today } = relativeRange(now, "day", 0);
  const untilToday = (start: Date): DateRange | undefined =>
    start < today ? { from: start, to: today } : undefined;
  const { week } = before;
  if (week?.toLowerCase() === "of" && to.getTime() - from.getTime() <= DAY_MS) {
    return relativeRange(from, "week", 0);
  }
  if (week === "before") return { from: addDays(from, -7), to: from };
  if (week === "after") return { from: to, to: addDays(to, 7) };
  if (before["unit"] !== undefined) return counted({ from, to }, before);
  if ((before["before"] ?? behind["before"]) !== undefined) return undefined;
  if (before["after"] !== undefined) return untilToday(to);
  if ((before["since"] ?? behind["since"]) !== undefined) return untilToday(from);
  return { from, to };
}

/** Counts "two months after" from the end of the range, "before" from its beginning. */
function counted({ from, to }: DateRange, groups: Readonly<Record<string, string>>): DateRange {
  const unit = String(groups["unit"]).toLowerCase() as DateUnit;
  const count = englishNumber(groups["count"] ?? "");
  if (groups["side"]?.toLowerCase() === "before") return relativeRange(from, unit, -count);
  return relativeRange(addDays(to, -1), unit, count);
}

function addDays(at: Date, days: number): Date {
  return relativeRange(at, "day", days).from;
}
