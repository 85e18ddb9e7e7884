import { type InYear, monthRange } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import type { DateMeaning, DateRule } from "./date-rule.js";
import { yearlyMeaning } from "./date-rule.js";
import { MONTH, monthNumber, YEAR } from "./english-words.js";

/** After these, "may", "march", "april" and "june" are months. */
const BEFORE =
  "in|since|until|till|during|throughout|early|late|mid|end of|beginning of|start of|middle of|month of|week of|weekend of|half of";
/** "7 May", "7th of May" and "seventh of May" are days, "month of May" is none. */
const NO_DAY_BEFORE = String.raw`(?<!(?:\d(?:st|nd|rd|th)?|first|second|third|urth|[fxh]th|(?<!mo)nth|ieth)(?: of)? )`;
const NO_DAY_AFTER = String.raw`(?!\.?,? (?:the )?\d)`;

/** English months: "from March to June", "May 2023", "last May", "in May". */
export const englishMonthRules: readonly DateRule[] = [
  {
    pattern: new RegExp(
      String.raw`${NO_DAY_BEFORE}\b(?:from |(?<between>between ))?(?<first>${MONTH})(?: (?<firstYear>${YEAR}))?(?: (?:to|until|till|through|(?<and>and)) | ?[-–—] ?)(?<last>${MONTH})\b(?:,? (?<year>${YEAR})\b|${NO_DAY_AFTER})`,
      "giu",
    ),
    read: (group, context) => {
      if (group("and") !== "" && group("between") === "") return undefined;
      const [first, last] = [monthNumber(group("first")), monthNumber(group("last"))];
      const [firstYear, year] = [Number(group("firstYear")), Number(group("year"))];
      if (firstYear > 0 && year > 0)
        return ascending(monthRange(firstYear, first), monthRange(year, last));
      if (firstYear > 0) return { range: months(firstYear, first, last) };
      if (year > 0) return { range: months(first > last ? year - 1 : year, first, last) };
      // The latest whose last month has begun, so that little of it lies ahead.
      const end = yearlyMeaning("", (any) => monthRange(any, last), context);
      const inYear: InYear = (any) => months(any, first, last);
      const range = end && inYear(end.range.from.getUTCFullYear() - (first > last ? 1 : 0));
      return range && { range, inYear };
    },
  },
  {
    pattern: new RegExp(
      String.raw`${NO_DAY_BEFORE}\b(?<month>${MONTH})\.?,?(?: of)? (?<year>${YEAR})\b`,
      "giu",
    ),
    read: (group) => ({ range: monthRange(Number(group("year")), monthNumber(group("month"))) }),
  },
  {
    pattern: new RegExp(
      String.raw`${NO_DAY_BEFORE}(?:\b(?<which>last|this|next) |(?<=\b(?:${BEFORE})[ -]))(?<month>${MONTH})\b${NO_DAY_AFTER}(?![-'’])`,
      "giu",
    ),
    read: (group, context) =>
      yearlyMeaning(
        group("which"),
        (year) => monthRange(year, monthNumber(group("month"))),
        context,
      ),
  },
  {
    // Unlike "May", "March", "April", "June" and "August", these are neither words nor names.
    pattern: new RegExp(
      String.raw`${NO_DAY_BEFORE}\b(?:(?<month>january|february|july|september|october|november|december)|(?<followed>${MONTH})(?= (?:of )?(?:last|this|next) year\b))\b${NO_DAY_AFTER}`,
      "giu",
    ),
    read: (group, context) => {
      const month = monthNumber(group("month") || group("followed"));
      return yearlyMeaning("", (year) => monthRange(year, month), context);
    },
  },
];

/** Returns a range of months; "from November to February" ends in the next year. */
function months(year: number, first: number, last: number): DateRange {
  const to = monthRange(first > last ? year + 1 : year, last).to;
  return { from: monthRange(year, first).from, to };
}

function ascending({ from }: DateRange, { to }: DateRange): DateMeaning | undefined {
  return from < to ? { range: { from, to } } : undefined;
}
