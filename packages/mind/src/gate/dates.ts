import { numberOf, numbersOf } from "../text/numbers.js";

/** Members of a date that a text gives; months from 1, weekdays from Sunday, 0. */
export interface DateMention {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  readonly weekday?: number;
}

const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)";
const MONTHS = "jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec";
const WEEKDAYS = "sun,mon,tue,wed,thu,fri,sat";
const CHINESE_WEEKDAYS = "日一二三四五六";

/** Dates, the longest forms first; a match is hidden from later ones. */
const MENTIONS: readonly RegExp[] = [
  /\b(?<year>\d{4})[-/](?<month>\d{1,2})(?:[-/](?<day>\d{1,2}))?\b/gu,
  /* @__PURE__ */ new RegExp(
    String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<name>${MONTH})\b\.?(?:,? (?<year>\d{4})\b)?`,
    "gu",
  ),
  /* @__PURE__ */ new RegExp(
    String.raw`\b(?<name>${MONTH})\b\.?(?: (?<day>\d{1,2})(?:st|nd|rd|th)?\b)?(?:,?(?: of)? (?<year>\d{4})\b)?`,
    "gu",
  ),
  /(?:(?<year>\d{4}) ?年 ?)?(?<month>\d{1,2}) ?月(?: ?(?<day>\d{1,2}) ?[日号])?/gu,
  /(?<year>\d{4}) ?年/gu,
  /\b(?<year>(?:19|20)\d\d)\b/gu,
  /\b(?<weekday>Sun|Mon|Tue|Wed|Thu|Fri|Sat)(?:(?:s|nes|rs|ur)?days?|s|rs?)?\b|(?:星期|周|礼拜)(?<chinese>[一二三四五六日天])/gu,
];

/** Finds the dates of a text, and returns the text without them. */
export function findDates(text: string): {
  readonly mentions: readonly DateMention[];
  readonly rest: string;
} {
  const mentions: DateMention[] = [];
  let rest = text.normalize("NFKC");
  for (const pattern of MENTIONS) {
    rest = rest.replaceAll(pattern, (...match: unknown[]) => {
      mentions.push(toMention(match.at(-1) as Readonly<Record<string, string | undefined>>));
      return " # ";
    });
  }
  return { mentions, rest };
}

function toMention(groups: Readonly<Record<string, string | undefined>>): DateMention {
  const { year, month, day, name, weekday, chinese } = groups;
  const named = name === undefined ? undefined : indexOf(MONTHS, name) + 1;
  const number = month === undefined ? named : Number(month);
  const english = weekday === undefined ? undefined : indexOf(WEEKDAYS, weekday);
  const week = chinese === undefined ? english : CHINESE_WEEKDAYS.indexOf(chinese) % 7;
  return {
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(number === undefined ? {} : { month: number }),
    ...(day === undefined ? {} : { day: Number(day) }),
    ...(week === undefined ? {} : { weekday: Math.max(week, 0) }),
  };
}

function indexOf(list: string, name: string): number {
  return list.split(",").indexOf(name.slice(0, 3).toLowerCase());
}

/** Tests if a text gives all members of a date, wherever they stand. */
export function givesLiterally(mention: DateMention, text: string): boolean {
  const { mentions } = findDates(text);
  const numbers = numbersOf(text);
  const { year, month, day, weekday } = mention;
  return (
    (year === undefined || numbers.has(String(year))) &&
    (day === undefined || numbers.has(String(day))) &&
    (month === undefined || mentions.some((one) => one.month === month)) &&
    (weekday === undefined || mentions.some((one) => one.weekday === weekday))
  );
}

/** Days from `from` to `to`, counted from a moment. */
interface DayRange {
  readonly from: number;
  readonly to: number;
}

/** Expressions that count from the time of the source. */
const RELATIVE =
  /\b(?:(?<before>(?:the )?day before yesterday)|(?<after>(?:the )?day after tomorrow)|(?<yesterday>yesterday|last night)|(?<today>today|tonight|this (?:morning|afternoon|evening))|(?<tomorrow>tomorrow)|(?<count>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few) (?<unit>day|week|month|year)s? ago|in (?<ahead>\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (?<aheadUnit>day|week|month|year)s?|(?<which>last|past|this|next|coming) (?<span>week|weekend|month|year))\b|(?<zhDay>[昨前今明后][天日晚早]|去年|前年|今年|明年|后年)|(?<zhWhich>[上这本下])个?(?<zhSpan>周|星期|礼拜|月)|(?<zhCount>\d{1,3}|[一二两三四五六七八九十]{1,3})个?(?<zhUnit>天|周|星期|礼拜|月|年)(?<zhWay>[之以]?[前后])/giu;

const UNIT_DAYS: Readonly<Record<string, string>> = {
  天: "day",
  周: "week",
  星期: "week",
  礼拜: "week",
  月: "month",
  年: "year",
  weekend: "week",
};
const CHINESE_DAYS: Readonly<Record<string, number>> = { 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2 };
const DAY_MS = 86_400_000;

/** Returns the expressions of a text that count from when it was said, in lower case. */
export function relativeExpressions(text: string): readonly string[] {
  return Array.from(text.matchAll(RELATIVE), ([expression]) => expression.toLowerCase());
}

/** Tests if a date is what a text says in words that count from a moment. */
export function givesRelatively(mention: DateMention, text: string, at: Date): boolean {
  for (const match of text.matchAll(RELATIVE)) {
    if (isInRange(mention, toRange(match.groups ?? {}, at), at)) return true;
  }
  const { mentions } = findDates(text);
  // "On Friday", and months and days without a year, are the nearest before or after.
  return mentions.some((one) => {
    if (one.weekday !== undefined) return isNear([mention, one], at, 14);
    return one.year === undefined && isNear([mention, one], at, 366);
  });
}

function isNear(
  [mention, given]: readonly [DateMention, DateMention],
  at: Date,
  days: number,
): boolean {
  for (let day = -days; day <= days; day += 1) {
    const date = new Date(at.getTime() + day * DAY_MS);
    const isExact = mention.day === undefined || given.day !== undefined || days < 31;
    if (isExact && isOn(given, date) && isOn(mention, date)) return true;
  }
  return false;
}

function isInRange(mention: DateMention, { from, to }: DayRange, at: Date): boolean {
  const length = to - from;
  if ((mention.day !== undefined || mention.weekday !== undefined) && length > 7) return false;
  if (mention.month !== undefined && length > 31) return false;
  for (let day = from; day <= to; day += 1) {
    if (isOn(mention, new Date(at.getTime() + day * DAY_MS))) return true;
  }
  return false;
}

function isOn({ year, month, day, weekday }: DateMention, date: Date): boolean {
  return (
    (year === undefined || year === date.getUTCFullYear()) &&
    (month === undefined || month === date.getUTCMonth() + 1) &&
    (day === undefined || day === date.getUTCDate()) &&
    (weekday === undefined || weekday === date.getUTCDay())
  );
}

type Groups = Readonly<Record<string, string | undefined>>;

function toRange(groups: Groups, at: Date): DayRange {
  const { before, after, yesterday, today, tomorrow, zhDay } = groups;
  const days = [before, yesterday, today, tomorrow, after];
  const named = days.findIndex((one) => one !== undefined);
  if (named !== -1) return { from: named - 2, to: named - 2 };
  if (zhDay !== undefined) {
    if (zhDay === "去年") return spanRange("year", -1, at);
    const offset = CHINESE_DAYS[zhDay.charAt(0)] ?? 0;
    return zhDay.endsWith("年") ? spanRange("year", offset, at) : { from: offset, to: offset };
  }
  return countedRange(groups, at);
}

function countedRange(groups: Groups, at: Date): DayRange {
  const { which, span, zhWhich, zhSpan, count, unit, ahead, aheadUnit } = groups;
  const { zhCount, zhUnit, zhWay = "" } = groups;
  const named = which ?? zhWhich;
  if (named !== undefined) {
    const offset = /^(?:last|past|上)$/iu.test(named)
      ? -1
      : /^(?:this|这|本)$/iu.test(named)
        ? 0
        : 1;
    return spanRange(span ?? zhSpan ?? "", offset, at);
  }
  const sign = count !== undefined || zhWay.endsWith("前") ? -1 : 1;
  const number = numberOf(count ?? ahead ?? zhCount ?? "") ?? 1;
  return spanRange(unit ?? aheadUnit ?? zhUnit ?? "", sign * number, at);
}

/** Returns a whole day, week, month or year, so many after that of a moment. */
function spanRange(name: string, offset: number, at: Date): DayRange {
  const unit = UNIT_DAYS[name] ?? name.toLowerCase();
  if (unit === "day") return { from: offset, to: offset };
  if (unit === "week") {
    const monday = -((at.getUTCDay() + 6) % 7) + 7 * offset;
    return { from: monday, to: monday + 6 };
  }
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const isMonth = unit === "month";
  const from = isMonth ? Date.UTC(year, month + offset) : Date.UTC(year + offset, 0);
  const to = isMonth ? Date.UTC(year, month + offset + 1) : Date.UTC(year + offset + 1, 0);
  const today = Date.UTC(year, month, at.getUTCDate());
  return { from: (from - today) / DAY_MS, to: (to - today) / DAY_MS - 1 };
}
