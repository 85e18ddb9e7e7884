import {
  dayRange,
  type InYear,
  monthRange,
  quarterRange,
  relativeRange,
  seasonRange,
  yearRange,
} from "./calendar.js";
import type { DateRange } from "./date-range.js";
import type { DateGroups, DateRule } from "./date-rule.js";
import { yearlyMeaning } from "./date-rule.js";
import { COUNT, unspacedNumber, unspacedOffset, unspacedSeason } from "./unspaced-words.js";

/** 去年, 一昨年, 2023年, 二〇二三年; 23年 only before a month; not 过去年轻, 未来年代. */
const YEAR = String.raw`(?:(?<![以之目过過未近])(?<yearWord>大?前|去|今|本|明|后|後|来|來|再来|一昨|昨)年(?![轻輕级級龄齡纪紀])|(?<!\d)(?<year>(?:19|20)\d\d|[一二][九〇零○][〇零○一二三四五六七八九]{2}|\d\d(?=年の?\d\d?月))年)`;
const MONTH = String.raw`(?:(?<!\d)(?<month>${COUNT})月(?:份|中)?|(?<monthWord>上上|上一?|下下|下一?|这|這|本|今|当|當|先々|先|来|來)(?:个|個)?月份?(?![亮光色球]))`;
const DAY = String.raw`(?<day>${COUNT})[日号號]`;

/** Chinese and Japanese dates of the calendar: 去年十月, 2023年5月7日, 上个月5号, 2022年夏天, 上半年. */
export const unspacedCalendarRules: readonly DateRule[] = [
  {
    pattern: /(?<!\d)(?<century>19|20)?(?<decade>\d0)年代/gu,
    read: ({ century = "19", decade }) => {
      const year = Number(century) * 100 + Number(decade);
      return yearRange(year, year + 9);
    },
  },
  {
    pattern: new RegExp(String.raw`(?:${YEAR}[的の]?)?${MONTH}(?:[的の]?${DAY})?`, "gu"),
    read: (groups, context) => {
      const { month, monthWord, day } = groups;
      if (monthWord !== undefined) {
        const { from } = relativeRange(context.now, "month", unspacedOffset(monthWord));
        return inMonth(from.getUTCMonth() + 1, day)(from.getUTCFullYear());
      }
      const number = unspacedNumber(month);
      if (number < 1 || number > 12) return undefined;
      const year = yearOf(groups, context.now);
      const inYear = inMonth(number, day);
      return year === undefined ? yearlyMeaning("", inYear, context) : inYear(year);
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?:${YEAR}[的の]?)(?:(?<season>[春夏秋冬])(?![节節])[天季]?|(?<half>[上下])半年|第?(?<quarter>[一二三四1-4])季度)?`,
      "gu",
    ),
    read: (groups, { now }) => {
      const { season, half, quarter } = groups;
      const year = yearOf(groups, now);
      if (year === undefined) return undefined;
      if (season !== undefined) return seasonRange(year, unspacedSeason(season));
      if (half !== undefined) return halfYear(year, half);
      if (quarter !== undefined) return quarterRange(year, unspacedNumber(quarter));
      return { ...yearRange(year), year };
    },
  },
  {
    pattern: /(?<half>[上下])半年/gu,
    read: ({ half }, context) => yearlyMeaning("", (year) => halfYear(year, half), context),
  },
];

function yearOf({ year, yearWord }: DateGroups, now: Date): number | undefined {
  if (yearWord !== undefined) return now.getUTCFullYear() + unspacedOffset(yearWord);
  if (year === undefined) return undefined;
  return year.length === 2 ? 2000 + Number(year) : unspacedNumber(year);
}

function inMonth(month: number, day: string | undefined): InYear {
  if (day === undefined) return (year) => monthRange(year, month);
  return (year) => dayRange(year, month, unspacedNumber(day));
}

function halfYear(year: number, half: string | undefined): DateRange {
  return monthRange(year, half === "上" ? 1 : 7, 6);
}
