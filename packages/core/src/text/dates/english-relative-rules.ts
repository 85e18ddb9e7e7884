import { type DateUnit, relativeRange, rollingRange, weekday, weekend } from "./calendar.js";
import type { DateMeaning, DateRule } from "./date-rule.js";
import { direction, englishNumber, MONTH, NUMBER, UNIT, weekdayNumber } from "./english-words.js";

const DAY_WORDS: Readonly<Record<string, number>> = {
  "day before yesterday": -2,
  yesterday: -1,
  "last night": -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  "day after tomorrow": 2,
};
/** "A few" is two to five. */
const FEW_FROM = -5;
const FEW_TO = -2;

/** English that counts from now: "yesterday", "last week", "a few days ago", "on Friday". */
export const englishRelativeRules: readonly DateRule[] = [
  {
    pattern:
      /\b(?:(?<words>day before yesterday|day after tomorrow|yesterday|last night|today(?!['’]s)|tonight(?!['’]s)|tomorrow)|this (?:morning|afternoon|evening))\b/giu,
    read: (group, { now }) => ({
      range: relativeRange(now, "day", DAY_WORDS[group("words").toLowerCase()] ?? 0),
    }),
  },
  {
    // "The last year" and "the past year" end now; "last year" is the one before this.
    pattern: /\b(?:the last|(?:the |this )?past) (?<unit>week|month|year)\b(?! of\b)/giu,
    read: (group, { now }) => ({ range: rollingRange(now, unit(group("unit")), 1) }),
  },
  {
    pattern: /\b(?<unit>week|month|year) (?:before last|(?<ahead>after next))\b/giu,
    read: (group, { now }) => relative(now, unit(group("unit")), group("ahead") === "" ? -2 : 2),
  },
  {
    // "The next week" of a story counts from the story; "the last week of school" from school.
    pattern:
      /(?<!\bthe )\b(?<which>last|previous|this|next|coming) (?<unit>week|month|year)\b(?! of (?!(?:last|this|next) ))/giu,
    read: (group, { now }) => relative(now, unit(group("unit")), direction(group("which")) ?? 0),
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:few|couple(?: of)?|several) (?<unit>${UNIT})s (?:ago|back)\b`,
      "giu",
    ),
    read: (group, { now }) => ({
      range: {
        from: relativeRange(now, unit(group("unit")), FEW_FROM).from,
        to: relativeRange(now, unit(group("unit")), FEW_TO).to,
      },
    }),
  },
  {
    // "A year and two months ago" and "1.5 years ago" are left to chrono.
    pattern: new RegExp(
      String.raw`(?<![\d.]|\band |\bhalf |\b${UNIT}s?,? )\b(?<count>${NUMBER}) (?<unit>${UNIT})s? (?:ago|back)\b`,
      "giu",
    ),
    read: (group, { now }) => ({
      range: relativeRange(now, unit(group("unit")), -englishNumber(group("count"))),
    }),
  },
  {
    pattern: /(?<!\bthe )\b(?<which>last|past|this|next|coming) weekend\b(?! of\b)/giu,
    read: (group, { now }) => ({ range: weekend(now, direction(group("which")) ?? 0) }),
  },
  {
    // Short forms only after a word that calls for a day: "sat" and "sun" are words. "Every Friday"
    // is no date.
    pattern: new RegExp(
      String.raw`(?<!\b(?:every|each|any|most|black|good|cyber) )\b(?:(?<which>last|past|this|next|coming) )?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<=(?:on|last|this|next|since) )(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)(?! \p{Lu}))\b(?! of\b)(?!,? (?:the )?(?:\d|${MONTH}\b))`,
      "giu",
    ),
    read: (group, { now, ahead }) => ({
      range: weekday(now, weekdayNumber(group("day")), fromNow(group("which"), ahead)),
    }),
  },
];

function unit(word: string): DateUnit {
  return word.toLowerCase() as DateUnit;
}

/** Marks a whole year as one, so that "in May last year" can be joined. */
function relative(now: Date, of: DateUnit, offset: number): DateMeaning {
  const range = relativeRange(now, of, offset);
  return of === "year" ? { range, year: range.from.getUTCFullYear() } : { range };
}

/** Reads "last Friday" as the latest before today, whichever week it was in. */
function fromNow(which: string, ahead: boolean): number | "back" | "ahead" {
  if (which.toLowerCase() === "coming") return "ahead";
  const offset = direction(which);
  if (offset === undefined) return ahead ? "ahead" : "back";
  return offset === -1 ? "back" : offset;
}
