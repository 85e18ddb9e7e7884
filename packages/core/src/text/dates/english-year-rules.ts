import { quarterRange, seasonRange, utcDate } from "./calendar.js";
import type { DateMeaning, DateRule } from "./date-rule.js";
import { yearlyMeaning } from "./date-rule.js";
import { seasonNumber, YEAR } from "./english-words.js";

const SEASON = "(?:[Ss]pring|[Ss]ummer|[Aa]utumn|[Ff]all|[Ww]inter)";
/** Before a number that is a year. */
const BEFORE =
  "[Ii]n|[Ss]ince|[Uu]ntil|till|[Dd]uring|[Tt]hroughout|[Bb]efore|[Aa]fter|[Ee]arly|[Ll]ate|[Mm]id|year|(?:end|beginning|start|middle|half|most) of";
/** "In 2000 steps" and "in 2022.5" are no years, "in 2022 was" and "in 2022 Jess" are. */
const NOT_COUNTING = String.raw`(?![-/.,:]?\d|[%年])(?! (?!(?:was|is|has|does|as|this|his|its)\b)(?:\p{Ll}+s|people|men|women|percent)\b)`;

/** English seasons, years and decades: "last summer", "in 2022", "from 2019 to 2021". */
export const englishYearRules: readonly DateRule[] = [
  {
    pattern: new RegExp(
      String.raw`\b(?:(?<which>[Ll]ast|[Tt]his|[Nn]ext) (?<season>${SEASON})|(?<named>${SEASON})(?:,| of)? (?:(?<year>${YEAR})|(?=(?:last|this|next) year\b)))\b(?! of \p{Ll})`,
      "gu",
    ),
    read: (group, context) => {
      const season = seasonNumber(group("season") || group("named"));
      if (group("year") !== "") return { range: seasonRange(Number(group("year")), season) };
      return yearlyMeaning(group("which"), (year) => seasonRange(year, season), context);
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?:\b(?:from|between) (?<first>${YEAR}) (?:to|and|until|till|through) |(?<![-./\d])(?<start>${YEAR})[-–~])(?<last>${YEAR})\b年?(?![-/.]?\d)`,
      "giu",
    ),
    read: (group) => years(Number(group("first") || group("start")), Number(group("last"))),
  },
  {
    pattern: new RegExp(String.raw`\b[Qq](?<quarter>[1-4])(?: of|,)? (?<year>${YEAR})\b`, "gu"),
    read: (group) => ({ range: quarterRange(Number(group("year")), Number(group("quarter"))) }),
  },
  {
    pattern: /\bthe (?<decade>(?:19|20)\d0)['’]?s\b/giu,
    read: (group) => years(Number(group("decade")), Number(group("decade")) + 9),
  },
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:${BEFORE})[ -])(?<year>${YEAR})\b${NOT_COUNTING}`,
      "gu",
    ),
    read: (group) => {
      const year = Number(group("year"));
      return { range: { from: utcDate(year, 1, 1), to: utcDate(year + 1, 1, 1) }, year };
    },
  },
];

function years(first: number, last: number): DateMeaning | undefined {
  if (first >= last) return undefined;
  return { range: { from: utcDate(first, 1, 1), to: utcDate(last + 1, 1, 1) } };
}
