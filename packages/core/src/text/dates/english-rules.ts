import * as calendar from "./calendar.js";
import type { DateUnit, InYear } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import { anyCase, everywhere, yearlyMeaning } from "./date-rule.js";
import type { DateMeaning, DateRule } from "./date-rule.js";
import {
  direction,
  englishNumber,
  MONTH,
  monthNumber,
  NUMBER,
  seasonNumber,
  UNIT,
  weekdayNumber,
  YEAR,
} from "./english-words.js";

const SEASON = "(?:[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter)";
/** Before a number that is a year. */
const BEFORE_YEAR =
  "[Ii]n|[Ss]ince|[Uu]ntil|till|[Dd]uring|[Tt]hroughout|[Bb]efore|[Aa]fter|[Ee]arly|[Ll]ate|[Mm]id|year|(?:end|beginning|start|middle|half|most) of";
/** "In 2000 steps" and "in 2022.5" are no years, "in 2022 was" and "in 2022 Jess" are. */
const NOT_COUNTING = String.raw`(?![-/.,:]?\d|[%年])(?! (?!(?:was|is|has|does|as|this|his|its)\b)(?:\p{Ll}+s|people|men|women|percent)\b)`;

/** After these, "may", "march", "april" and "june" are months. */
const BEFORE_MONTH =
  "in|since|until|till|during|throughout|early|late|mid|end of|beginning of|start of|middle of|month of|week of|weekend of|half of";
/** "7 May", "7th of May" and "seventh of May" are days, "month of May" is none. */
const NO_DAY_BEFORE = String.raw`(?<!(?:\d(?:st|nd|rd|th)?|first|second|third|urth|[fxh]th|(?<!mo)nth|ieth)(?: of)? )`;
const NO_DAY_AFTER = String.raw`(?!\.?,? (?:the )?\d)`;

/** English seasons, years and decades: "last summer", "in 2022", "from 2019 to 2021". */
export const englishYearRules: readonly DateRule[] = [
  {
    pattern: everywhere`\b(?:(?<which>[Ll]ast|[Tt]his|[Nn]ext) (?<season>${SEASON})|(?<named>${SEASON})(?:,| of)? (?:(?<year>${YEAR})|(?=(?:last|this|next) year\b)))\b(?! of \p{Ll})`,
    read: ({ season, named = "", which, year }, context) => {
      const number = seasonNumber(season ?? named);
      if (year !== undefined) return calendar.seasonRange(Number(year), number);
      return yearlyMeaning(which, (any) => calendar.seasonRange(any, number), context);
    },
  },
  {
    pattern: anyCase`(?:\b(?:from|between) (?<first>${YEAR}) (?:to|and|until|till|through) |(?<![-./\d])(?<start>${YEAR})[-–~])(?<last>${YEAR})\b年?(?![-/.]?\d)`,
    read: ({ first, start, last }) => years(Number(first ?? start), Number(last)),
  },
  {
    pattern: everywhere`\b[Qq](?<quarter>[1-4])(?: of|,)? (?<year>${YEAR})\b`,
    read: ({ year, quarter }) => calendar.quarterRange(Number(year), Number(quarter)),
  },
  {
    pattern: /\bthe (?<decade>(?:19|20)\d0)['’]?s\b/giu,
    read: ({ decade }) => years(Number(decade), Number(decade) + 9),
  },
  {
    pattern: everywhere`(?<=\b(?:${BEFORE_YEAR})[ -])(?<year>${YEAR})\b${NOT_COUNTING}`,
    read: (groups) => {
      const year = Number(groups["year"]);
      return { ...calendar.yearRange(year), year };
    },
  },
];

/** English months, "May 2023", "last May", and what counts from now: "yesterday", "on Friday". */
export const englishDateRules: readonly DateRule[] = [
  {
    pattern: anyCase`${NO_DAY_BEFORE}\b(?:from |(?<between>between ))?(?<first>${MONTH})(?: (?<firstYear>${YEAR}))?(?: (?:to|until|till|through|(?<and>and)) | ?[-–—] ?)(?<last>${MONTH})\b(?:,? (?<year>${YEAR})\b|${NO_DAY_AFTER})`,
    read: ({ between, and, ...groups }, context) => {
      if (and !== undefined && between === undefined) return undefined;
      const [first, last] = [monthNumber(groups["first"]), monthNumber(groups["last"])];
      const [firstYear, year] = [Number(groups["firstYear"] ?? 0), Number(groups["year"] ?? 0)];
      if (firstYear > 0 && year > 0) {
        const { from } = calendar.monthRange(firstYear, first);
        const { to } = calendar.monthRange(year, last);
        return from < to ? { from, to } : undefined;
      }
      if (firstYear > 0) return months(firstYear, first, last);
      if (year > 0) return months(first > last ? year - 1 : year, first, last);
      // The latest whose last month has begun, so that little of it lies ahead.
      const end = yearlyMeaning("", (any) => calendar.monthRange(any, last), context);
      const inYear: InYear = (any) => months(any, first, last);
      const range = end && inYear(end.from.getUTCFullYear() - (first > last ? 1 : 0));
      return range && { ...range, inYear };
    },
  },
  {
    pattern: anyCase`${NO_DAY_BEFORE}\b(?<month>${MONTH})\.?,?(?: of)? (?<year>${YEAR})\b`,
    read: ({ year, month }) => calendar.monthRange(Number(year), monthNumber(month)),
  },
  {
    pattern: anyCase`${NO_DAY_BEFORE}(?:\b(?<which>last|this|next) |(?<=\b(?:${BEFORE_MONTH})[ -]))(?<month>${MONTH})\b${NO_DAY_AFTER}(?![-'’])`,
    read: ({ which, month }, context) =>
      yearlyMeaning(which, (year) => calendar.monthRange(year, monthNumber(month)), context),
  },
  {
    // Unlike "May", "March", "April", "June" and "August", these are neither words nor names.
    pattern: anyCase`${NO_DAY_BEFORE}\b(?:(?<month>january|february|july|september|october|november|december)|(?<followed>${MONTH})(?= (?:of )?(?:last|this|next) year\b))\b${NO_DAY_AFTER}`,
    read: ({ month, followed }, context) =>
      yearlyMeaning("", (any) => calendar.monthRange(any, monthNumber(month ?? followed)), context),
  },
  {
    pattern:
      /\b(?:(?<words>day before yesterday|day after tomorrow|yesterday|last night|today(?!['’]s)|tonight(?!['’]s)|tomorrow)|this (?:morning|afternoon|evening))\b/giu,
    read: ({ words = "" }, { now }) =>
      calendar.relativeRange(now, "day", DAY_WORDS[words.toLowerCase()] ?? 0),
  },
  {
    // "The last year" and "the past year" end now; "last year" is the one before this.
    pattern: /\b(?:the last|(?:the |this )?past) (?<unit>week|month|year)\b(?! of\b)/giu,
    read: ({ unit }, { now }) => calendar.rollingRange(now, toUnit(unit), 1),
  },
  {
    pattern: /\b(?<unit>week|month|year) (?:before last|(?<ahead>after next))\b/giu,
    read: ({ unit, ahead }, { now }) => relative(now, toUnit(unit), ahead === undefined ? -2 : 2),
  },
  {
    // "The next week" of a story counts from the story; "the last week of school" from school.
    pattern:
      /(?<!\bthe )\b(?<which>last|previous|this|next|coming) (?<unit>week|month|year)\b(?! of (?!(?:last|this|next) ))/giu,
    read: ({ which = "", unit }, { now }) => relative(now, toUnit(unit), direction(which) ?? 0),
  },
  {
    pattern: anyCase`\b(?:few|couple(?: of)?|several) (?<unit>${UNIT})s (?:ago|back)\b`,
    read: ({ unit }, { now }) => calendar.fewAgo(now, toUnit(unit)),
  },
  {
    // "A year and two months ago" and "1.5 years ago" are left to chrono.
    pattern: anyCase`(?<![\d.]|\band |\bhalf |\b${UNIT}s?,? )\b(?<count>${NUMBER}) (?<unit>${UNIT})s? (?:ago|back)\b`,
    read: ({ unit, count = "" }, { now }) =>
      calendar.relativeRange(now, toUnit(unit), -englishNumber(count)),
  },
  {
    pattern: /(?<!\bthe )\b(?<which>last|past|this|next|coming) weekend\b(?! of\b)/giu,
    read: ({ which = "" }, { now }) => calendar.weekend(now, direction(which) ?? 0),
  },
  {
    // Short forms only after a word that calls for a day: "sat" and "sun" are words. "Every Friday"
    // is no date.
    pattern: anyCase`(?<!\b(?:every|each|any|most|black|good|cyber) )\b(?:(?<which>last|past|this|next|coming) )?(?<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<=(?:on|last|this|next|since) )(?:mon|tues?|wed|thu(?:rs)?|fri|sat|sun)(?! \p{Lu}))\b(?! of\b)(?!,? (?:the )?(?:\d|${MONTH}\b))`,
    read: ({ which, day = "" }, { now, ahead }) =>
      calendar.weekday(now, weekdayNumber(day), fromNow(which, ahead)),
  },
];

/** Returns a range of months; "from November to February" ends in the next year. */
function months(year: number, first: number, last: number): DateRange {
  return calendar.monthRange(year, first, ((last - first + 12) % 12) + 1);
}

function years(first: number, last: number): DateRange | undefined {
  return first < last ? calendar.yearRange(first, last) : undefined;
}

const DAY_WORDS: Readonly<Record<string, number>> = {
  "day before yesterday": -2,
  yesterday: -1,
  "last night": -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
  "day after tomorrow": 2,
};
function toUnit(word = ""): DateUnit {
  return word.toLowerCase() as DateUnit;
}

/** Marks a whole year as one, so that "in May last year" can be joined. */
function relative(now: Date, of: DateUnit, offset: number): DateMeaning {
  const range = calendar.relativeRange(now, of, offset);
  return of === "year" ? { ...range, year: range.from.getUTCFullYear() } : range;
}

/** Reads "last Friday" as the latest before today, whichever week it was in. */
function fromNow(which = "", ahead: boolean): number | "back" | "ahead" {
  if (which.toLowerCase() === "coming") return "ahead";
  const offset = direction(which);
  if (offset === undefined) return ahead ? "ahead" : "back";
  return offset === -1 ? "back" : offset;
}
