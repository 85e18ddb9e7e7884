import type { ParsedResult as Found } from "chrono-node/en";

import { type DateUnit, dayRange, relativeRange, utcDate } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import { yearlyMeaning } from "./date-rule.js";
import type { DateContext, DateMeaning, DateMention } from "./date-rule.js";
import { direction, MONTH, NUMBER, UNIT, YEAR } from "./english-words.js";
import { once } from "./once.js";

/** English that is left to chrono: days with a month, and what is counted in units. */
const HINT = new RegExp(
  String.raw`\b(?:ago|from now)\b|\b(?:last|past|next) (?:[\w-]+ ){1,3}${UNIT}s?\b|\bin [\w-]+(?: of)?(?: few| couple of)? ${UNIT}s?\b|\b${MONTH}\.?,? (?:the )?(?:\d|[a-z-]+(?:st|nd|rd|th)\b)|(?:\d|st|nd|rd|th)(?: day)?(?: of)?[ -]?${MONTH}\b|\b\d{1,2}[-/.]\d{1,2}[-/.]${YEAR}\b`,
  "iu",
);
const ROLLING = new RegExp(String.raw`^(?<which>last|past|next) .+ ${UNIT}s?$`, "iu");
const SHORTEST_MONTH = 28;
const COUNTED = / ago$| from now$|^(?<inside>in) /iu;
const WEEKS = /\bweeks?\b/iu;
const WITH_MONTH = new RegExp(String.raw`(?:^|[^a-z])${MONTH}(?:[^a-z]|$)`, "iu");
/** Months that are verbs as well: "who may second this". */
const VERB = /^(?:may|march|mar) \D+$/u;
/** Hidden from chrono, which counts from a date in the time zone of the machine. */
const MISLEADING = new RegExp(
  String.raw`\b(?:${NUMBER}|the) ${UNIT}s? (?:of|before|after|following)\b|\b(?:morning|noon|afternoon|evening|night) of\b`,
  "giu",
);
/** Likewise: "it may 5 times". Only in small letters, so apart: `(?-i:…)` is unknown to Node 22. */
const MAY_DO = /\b(?:may|march)(?= \d+ (?!(?:was|is|has|does|as|this|his|its)\b)[a-z]+s\b)/gu;
/** Counted from a date, in the time zone of the machine. */
const SHIFTED = /\b(?:before|after)\b/iu;
const NUMERIC = /^(?:on )?(?<first>\d{1,2})[-/.](?<second>\d{1,2})[-/.](?:19|20)\d\d$/iu;

/** 40 ms, which most questions and texts can do without. */
const chrono = /* @__PURE__ */ once(() => import("chrono-node/en"));

/** Reads English expressions with chrono, which the first call loads. Leaves out its guesses. */
export async function chronoDates(
  text: string,
  contextAt: (index: number) => DateContext,
): Promise<DateMention[]> {
  const { parse } = await chrono();
  const { now } = contextAt(0);
  const plain = text.replaceAll(MAY_DO, hide).replaceAll(MISLEADING, hide);
  return parse(plain, { instant: now, timezone: 0 }).flatMap((found) => {
    const { index, text: words } = found;
    const meaning = toMeaning(found, contextAt(index));
    return meaning ? [{ ...meaning, index, end: index + words.length }] : [];
  });
}

function hide(found: string): string {
  return "#".repeat(found.length);
}

/** Tests if a text may hold English that chrono reads, so that it is worth loading. */
export function mayNeedChrono(text: string): boolean {
  return HINT.test(text);
}

function toMeaning(found: Found, context: DateContext): DateMeaning | undefined {
  const { start, text } = found;
  const end = found.end ?? start;
  const [year, month, day] = parts(start);
  const from = utcDate(year, month, day);
  const rolling = ROLLING.exec(text)?.groups;
  if (rolling) {
    const today = relativeRange(context.now, "day", 0);
    return direction(rolling["which"] ?? "") === -1
      ? { from, to: today.to }
      : { from: today.from, to: utcDate(...parts(end)) };
  }
  const counted = COUNTED.exec(text)?.groups;
  if (counted) {
    // "In three days" of a story is how long it took.
    if (counted["inside"] !== undefined && !context.ahead) return undefined;
    const unit = unitOf(start, text);
    // Counting from the 31st, chrono takes a month that is too short for the one after it.
    if (unit === "month" && context.now.getUTCDate() > SHORTEST_MONTH) return undefined;
    return relativeRange(from, unit, 0);
  }
  if (!isDayOfCalendar(text) || !start.isCertain("day")) return undefined;
  if (start.isCertain("year")) return { from, to: dayAfter(parts(end)) };
  const [, lastMonth, lastDay] = parts(end);
  return yearlyMeaning("", (any) => days([any, month, day], [any, lastMonth, lastDay]), context);
}

/** Returns the unit that a count is exact to: "a year and two months ago" is a month. */
function unitOf(start: Found["start"], text: string): DateUnit {
  if (start.isCertain("day")) return WEEKS.test(text) ? "week" : "day";
  return start.isCertain("month") ? "month" : "year";
}

function isDayOfCalendar(text: string): boolean {
  const numeric = NUMERIC.exec(text)?.groups;
  if (numeric) {
    // 5/7/2023 is a day in May or in July.
    const { first, second } = numeric;
    return first === second || Math.max(Number(first), Number(second)) > 12;
  }
  if (VERB.test(text) || SHIFTED.test(text)) return false;
  return WITH_MONTH.test(text);
}

type Parts = readonly [year: number, month: number, day: number];

function parts(components: Found["start"]): Parts {
  const part = (name: "year" | "month" | "day"): number => components.get(name) ?? 1;
  return [part("year"), part("month"), part("day")];
}

function dayAfter([year, month, day]: Parts): Date {
  return utcDate(year, month, day + 1);
}

/** Returns a range of days; it ends in the next year if the second comes before the first. */
function days(first: Parts, [year, month, day]: Parts): DateRange | undefined {
  const from = dayRange(...first)?.from;
  if (!from) return undefined;
  const to = dayAfter([year, month, day]);
  return { from, to: to > from ? to : dayAfter([year + 1, month, day]) };
}
