import { datesInText } from "@kioku/core/toolkit";

import {
  CHINESE_CLOCK,
  CHINESE_COUNTED,
  CHINESE_PART,
  ENGLISH_CLOCK,
  ENGLISH_COUNTED,
  ENGLISH_PART,
} from "../requests/when-words.js";
import { numberOf } from "../text/numbers.js";

type Groups = Readonly<Record<string, string | undefined>>;

/** A time of day. */
interface DayTime {
  readonly minutes: number;
  /** True if it is known in which half of the day it lies. */
  readonly isSure: boolean;
  /** True for an hour, false for a part of the day. */
  readonly isClock: boolean;
}

const COUNTED = [
  /* @__PURE__ */ new RegExp(ENGLISH_COUNTED, "iu"),
  /* @__PURE__ */ new RegExp(CHINESE_COUNTED, "u"),
] as const;
const CLOCKS = [
  /* @__PURE__ */ new RegExp(ENGLISH_CLOCK, "iu"),
  /* @__PURE__ */ new RegExp(CHINESE_CLOCK, "u"),
] as const;
const PARTS = [
  /* @__PURE__ */ new RegExp(ENGLISH_PART, "iu"),
  /* @__PURE__ */ new RegExp(CHINESE_PART, "u"),
] as const;
const TONIGHT = /\btonight\b/iu;
const WEEKDAY = /(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:[周週]|星期|[礼禮]拜)[一-鿿]/iu;
const DAY_OF_MONTH =
  /^(?:on |by |before )?the (?<day>\d{1,2})(?:st|nd|rd|th)$|^(?<number>[\d一二两三四五六七八九十]{1,3})[号號]$/iu;
const LEADING = /^(?:(?:on|by|before|until|from|early|late) )+/iu;
const THE_WEEKEND = /(?:(?:at|on) the|the coming) weekend/iu;
const BEFORE = /\bbefore\b|前$/iu;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOON = 720;
/** Hours of these parts of a day, from which something is due. */
const PART_HOURS: Readonly<Record<string, number>> = {
  morning: 8,
  noon: 12,
  afternoon: 14,
  evening: 18,
  night: 20,
  midnight: 0,
};
/** Hours up to this are taken for those of the afternoon, where a day is named: "at 3". */
const LAST_SMALL_HOUR = 6;

/** Returns the first instant that an expression means, after another one; none for what is past. */
export async function resolveWhen(when: string, at: Date): Promise<Date | undefined> {
  const counted = countedFrom(when, at);
  if (counted?.isExact) return counted.date;
  const time = timeOf(when);
  const day = counted?.date ?? (await dayOf(when, at));
  if (!day) return time && nextTime(time, at);
  if (day.getTime() + DAY_MS <= at.getTime()) return undefined;
  const start = day.getTime() - (BEFORE.test(when) ? DAY_MS : 0);
  const due = new Date(start + minutesOf(time) * MINUTE_MS);
  if (due > at) return due;
  // "Today" and "tonight" are from now on; "today at 5" may be the later one, or is past.
  if (time?.isClock !== true) return at;
  const later = new Date(start + (time.minutes + NOON) * MINUTE_MS);
  return !time.isSure && later > at ? later : undefined;
}

function minutesOf(time: DayTime | undefined): number {
  if (!time) return 0;
  const isSmall = !time.isSure && time.minutes <= LAST_SMALL_HOUR * 60 + 59;
  return isSmall ? time.minutes + NOON : time.minutes;
}

/** Returns the next instant of a time of day, in either half of the day if that is unknown. */
function nextTime({ minutes, isSure }: DayTime, at: Date): Date | undefined {
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  const step = isSure ? DAY_MS : DAY_MS / 2;
  const first = today + minutes * MINUTE_MS;
  const steps = Math.max(0, Math.floor((at.getTime() - first) / step) + 1);
  return new Date(first + steps * step);
}

/** Reads the time of day that an expression names. */
function timeOf(when: string): DayTime | undefined {
  const part = partOf(when);
  const clock = firstGroups(CLOCKS, when);
  if (!clock) {
    const hours = part === undefined ? undefined : PART_HOURS[part];
    return hours === undefined ? undefined : { minutes: hours * 60, isSure: true, isClock: false };
  }
  const hour = numberOf(clock["hour"] ?? clock["hour2"] ?? "") ?? 0;
  const minute = clockMinute(clock);
  if (hour > 24 || minute > 59) return undefined;
  const half = halfOf(clock, part);
  const isSure = half !== undefined || hour > 12;
  const shift = half === "p" && hour < 12 ? 12 : half === "a" && hour === 12 ? -12 : 0;
  return { minutes: ((hour + shift) % 24) * 60 + minute, isSure, isClock: true };
}

function clockMinute({ half, quarter, minute, minute2 }: Groups): number {
  if (half === "半") return 30;
  if (quarter !== undefined) return quarter === "三" ? 45 : 15;
  return numberOf(minute ?? minute2 ?? "") ?? 0;
}

function halfOf({ half, half2 }: Groups, part: string | undefined): "a" | "p" | undefined {
  const letter = (half ?? half2)?.toLowerCase();
  if (letter === "a" || letter === "p") return letter;
  if (part === "morning" || part === "midnight") return "a";
  return part === undefined ? undefined : "p";
}

function partOf(when: string): string | undefined {
  if (TONIGHT.test(when)) return "evening";
  const groups = firstGroups(PARTS, when) ?? {};
  return Object.keys(groups).find((name) => groups[name] !== undefined);
}

function firstGroups(patterns: readonly RegExp[], text: string): Groups | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}

/** Counts from an instant: minutes and hours exactly, the others to the beginning of the day. */
function countedFrom(
  when: string,
  at: Date,
): { readonly date: Date; readonly isExact: boolean } | undefined {
  const groups = firstGroups(COUNTED, when);
  if (!groups) return undefined;
  const word = groups["countIn"] ?? groups["countFrom"] ?? groups["count"] ?? "";
  const count = (numberOf(word) ?? 0) + (groups["rest"] === undefined ? 0 : 0.5);
  const unit = unitOf(groups["unitIn"] ?? groups["unitFrom"] ?? groups["unit"] ?? "");
  if (unit === "minute" || unit === "hour") {
    const minutes = count * (unit === "hour" ? 60 : 1);
    return { date: new Date(at.getTime() + minutes * MINUTE_MS), isExact: true };
  }
  return { date: addDays(at, unit, count), isExact: false };
}

/** Adds to a day; months that are too short end on their last day. */
function addDays(at: Date, unit: string, count: number): Date {
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  if (unit === "day" || unit === "week") {
    return new Date(Date.UTC(year, month, day + Math.round(count * (unit === "week" ? 7 : 1))));
  }
  const months = count * (unit === "year" ? 12 : 1);
  if (months < 1) return new Date(Date.UTC(year, month, day + 15));
  const last = new Date(Date.UTC(year, month + Math.floor(months) + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month + Math.floor(months), Math.min(day, last)));
}

/** Finds the day that an expression names, by its beginning. */
async function dayOf(when: string, at: Date): Promise<Date | undefined> {
  const named = DAY_OF_MONTH.exec(withoutTime(when))?.groups;
  if (named) return dayOfMonth(numberOf(named["day"] ?? named["number"] ?? "") ?? 0, at);
  const day = withoutTime(when).replace(LEADING, "").replace(THE_WEEKEND, "this weekend");
  // A sentence of the future, so that what has no year or week lies ahead.
  const [range] = await datesInText(`will be ${day}`, at);
  if (!range) return undefined;
  const isPast = range.to <= at;
  if (isPast) return WEEKDAY.test(when) ? new Date(range.from.getTime() + 7 * DAY_MS) : undefined;
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  return range.from.getTime() < today ? new Date(today) : range.from;
}

function withoutTime(when: string): string {
  return CLOCKS.reduce((text, clock) => text.replace(clock, ""), when)
    .replace(/(?:早上|早晨|清晨|上午|一早|中午|下午|傍晚|晚上|夜里|半夜|凌晨)|[的前]$/gu, "")
    .trim();
}

function dayOfMonth(day: number, at: Date): Date | undefined {
  for (let ahead = 0; ahead <= 3; ahead += 1) {
    const date = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, day));
    const isThatDay = date.getUTCDate() === day;
    if (isThatDay && date.getTime() + DAY_MS > at.getTime()) return date;
  }
  return undefined;
}

function unitOf(word: string): string {
  const text = word.toLowerCase();
  if (text.startsWith("分")) return "minute";
  if (/^(?:小|[钟鐘])/u.test(text)) return "hour";
  if (text === "天" || text === "日") return "day";
  if (/^(?:[周週]|星期|[礼禮]拜)/u.test(text)) return "week";
  if (text === "月") return "month";
  return text === "年" ? "year" : text;
}
