import {
  dayRange,
  type InYear,
  monthRange,
  quarterRange,
  relativeRange,
  seasonRange,
  utcDate,
} from "./calendar.js";
import type { DateMeaning, DateRule } from "./date-rule.js";
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
    read: (group) => {
      const year = Number(group("century") || "19") * 100 + Number(group("decade"));
      return { range: { from: utcDate(year, 1, 1), to: utcDate(year + 10, 1, 1) } };
    },
  },
  {
    pattern: new RegExp(String.raw`(?:${YEAR}[的の]?)?${MONTH}(?:[的の]?${DAY})?`, "gu"),
    read: (group, context) => {
      const { now } = context;
      const year = yearOf(group, now);
      if (group("monthWord") !== "") {
        const { from } = relativeRange(now, "month", unspacedOffset(group("monthWord")));
        return ranged(inMonth(from.getUTCMonth() + 1, group("day"))(from.getUTCFullYear()));
      }
      const month = unspacedNumber(group("month"));
      if (month < 1 || month > 12) return undefined;
      const inYear = inMonth(month, group("day"));
      return year === undefined ? yearlyMeaning("", inYear, context) : ranged(inYear(year));
    },
  },
  {
    pattern: new RegExp(
      String.raw`(?:${YEAR}[的の]?)(?:(?<season>[春夏秋冬])(?![节節])[天季]?|(?<half>[上下])半年|第?(?<quarter>[一二三四1-4])季度)?`,
      "gu",
    ),
    read: (group, { now }) => {
      const year = yearOf(group, now);
      if (year === undefined) return undefined;
      if (group("season") !== "")
        return { range: seasonRange(year, unspacedSeason(group("season"))) };
      if (group("half") !== "") return { range: halfYear(year, group("half")) };
      if (group("quarter") !== "")
        return { range: quarterRange(year, unspacedNumber(group("quarter"))) };
      return { range: { from: utcDate(year, 1, 1), to: utcDate(year + 1, 1, 1) }, year };
    },
  },
  {
    pattern: /(?<half>[上下])半年/gu,
    read: (group, context) => yearlyMeaning("", (year) => halfYear(year, group("half")), context),
  },
];

function yearOf(group: (name: string) => string, now: Date): number | undefined {
  if (group("yearWord") !== "") return now.getUTCFullYear() + unspacedOffset(group("yearWord"));
  const year = group("year");
  if (year === "") return undefined;
  return year.length === 2 ? 2000 + Number(year) : unspacedNumber(year);
}

function inMonth(month: number, day: string): InYear {
  return (year) =>
    day === "" ? monthRange(year, month) : dayRange(year, month, unspacedNumber(day));
}

function halfYear(year: number, half: string): ReturnType<typeof monthRange> {
  const month = half === "上" ? 1 : 7;
  return { from: utcDate(year, month, 1), to: utcDate(year, month + 6, 1) };
}

function ranged(range: ReturnType<InYear>): DateMeaning | undefined {
  return range && { range };
}
