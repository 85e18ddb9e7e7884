import { datesInText } from "@kioku/core/toolkit";

import type { InputMember } from "./input-members.js";
import { withDigits } from "./number-words.js";
import { withoutQuotes } from "./spans.js";
import { timesOfDay } from "./times-of-day.js";

/** Finding of a text for one member: nothing, something that is not sure, or a value. */
export type Found = { readonly value: unknown } | "unsure" | undefined;

/** An hour without more, and a day in figures: signs of a time that is not sure. */
const HOUR = /\b(?:at|by|from|until|till|for|around) \d{1,2}\b(?![:.%]|\s?[\p{L}°])/iu;
const DATE =
  /\b\d{1,2}[/.]\d{1,2}\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|周[一二三四五六日]/iu;
/** Words by which a time is a bound, one that is not meant, or one that is set already. */
const OPEN =
  /\b(?:not|except|instead of|before|after|until|till|since|past)\b(?! (?:noon|midnight|lunch|work|breakfast|dinner))(?<!\b(?:half|quarter|five|ten|twenty|\d{1,2}) past|\bday after|\bday before)|\b(?:the|my|our|this|that) \d{1,2}(?::\d{2})? ?(?:[ap]\.?m)?(?= )|\d ?(?:[ap]\.?m\.?)? (?:is|was)\b|\b(?:by|from|but|between) (?:\d|today|tomorrow|noon|next|this|mon|tue|wed|thu|fri|sat|sun)|\b(?:every|each)\b|\d ?(?:or|to|and|-|–) ?\d{1,2} ?[ap]\.?m|[点分刻半钟](?:那个|这个)|每[天周个日]|过了|比|从|不是|除了|或者?|之前|以前|之后|以后|[点分刻半]前|差.{1,3}分|差.刻|点多|(?:昨天|昨晚|前天).*[点:]/iu;
const DAY_MS = 86_400_000;
/** Ends of sentences. A request without them, after `will`, names times to come. */
const SENTENCE_END = /[.!?\n。！？；;](?!\d)/gu;

/** Returns the date or time of day that a text names for a member, if it names just one. */
export async function fillTime(
  member: InputMember,
  text: string,
  { at, others }: { readonly at: Date; readonly others: readonly InputMember[] },
): Promise<Found> {
  const kind = kindOf(member);
  if (!kind) return undefined;
  const written = withDigits(withoutQuotes(text));
  if (OPEN.test(written)) return "unsure";
  const times = kind === "date" ? [] : timesOfDay(written).map(({ value }) => value);
  const dates = kind === "time" ? [] : await daysIn(text, at);
  if (times.length === 0 && dates.length === 0) {
    return (kind === "time" ? HOUR : DATE).test(written) ? "unsure" : undefined;
  }
  const isShared = others.some((other) => kindOf(other) === kind);
  if (times.length > 1 || dates.length > 1 || isShared) return "unsure";
  const [[time], [date]] = [times, dates];
  if (kind !== "date-time") return accepted(member, time ?? date);
  return accepted(member, date && time && `${date}T${time}`);
}

/** Returns true if a member is a date or a time of day. */
export function isTime(member: InputMember): boolean {
  return kindOf(member) !== undefined;
}

function kindOf(member: InputMember): "date" | "time" | "date-time" | undefined {
  const { type, format, pattern } = member;
  if (type !== "string") return undefined;
  if (format === "date" || format === "time" || format === "date-time") return format;
  // Some libraries write the pattern of a time and no format.
  return pattern !== undefined && fits(member, "18:30") && !fits(member, "a b")
    ? "time"
    : undefined;
}

/** Returns the first way to write a time that the member takes. Its time zone is never guessed. */
function accepted(member: InputMember, value: string | undefined): Found {
  if (value === undefined) return "unsure";
  const written = [value, `${value}:00`].find((one) => fits(member, one));
  return written === undefined ? "unsure" : { value: written };
}

function fits({ pattern }: InputMember, value: string): boolean {
  try {
    return pattern === undefined || new RegExp(pattern, "u").test(value);
  } catch {
    return false;
  }
}

/** Returns the days that a text names; `undefined` for a date that is none, or not sure. */
async function daysIn(text: string, at: Date): Promise<readonly (string | undefined)[]> {
  const plain = text.replaceAll(SENTENCE_END, ",");
  const ahead = await datesInText(`will ${plain}`, at);
  const behind = await datesInText(plain, at);
  return ahead.map(({ from, to }, index) => {
    const isDay = to.getTime() - from.getTime() === DAY_MS;
    const isSure = behind[index]?.from.getTime() === from.getTime();
    return isDay && isSure ? from.toISOString().slice(0, 10) : undefined;
  });
}
