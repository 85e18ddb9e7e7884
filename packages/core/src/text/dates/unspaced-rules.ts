import * as calendar from "./calendar.js";
import type { DateUnit, InYear } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import { type DateGroups, type DateRule, everywhere, yearlyMeaning } from "./date-rule.js";

const WEEKDAYS = ["一月", "二火", "三水", "四木", "五金", "六土", "日天"];
const SEASONS = "春夏秋冬";
/** Words by what they add, from -3 on. */
const OFFSETS = [
  "大前 大前天",
  "前 上上 先々 一昨 前天 一昨日 おととい",
  "去 昨 上 上一 先 きのう",
  "今",
  "明 来 來 下 下一",
  "后 後 下下 再来 後天 后天 明後日 あさって",
  "大后天 大後天",
];
const FIRST_OFFSET = -3;

/** Returns the unit that a Chinese or Japanese word for one counts. */
function unspacedUnit(word: string | undefined): DateUnit {
  if (word === "天" || word === "日") return "day";
  if (word === "月") return "month";
  return word === "年" ? "year" : "week";
}

/** Returns an offset in days, weeks, months or years: -1 for 昨, 上 and 先, 0 for 这, 今 and 本. */
function unspacedOffset(word = ""): number {
  const index = OFFSETS.findIndex((words) => words.split(" ").includes(word));
  return index === -1 ? 0 : index + FIRST_OFFSET;
}

/** Returns 0 for Monday to 6 for Sunday, for 一 to 日 and 月 to 日. */
function unspacedWeekday(word: string): number {
  return WEEKDAYS.findIndex((names) => names.includes(word));
}

const DIGITS = "〇一二三四五六七八九";

/** Pattern of a number in Chinese numerals from 1 to 99 or in up to three digits. */
const COUNT: string =
  "(?:\\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九])";

/** Returns the value of a number below 1,000 in Chinese or Arabic numerals, or of `二〇二三`. */
function unspacedNumber(text = ""): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const plain = text.replaceAll(/[两兩]/gu, "二").replaceAll(/[零○]/gu, "〇");
  const [tens, ones] = plain.split("十");
  if (ones === undefined)
    return Number(Array.from(plain, (digit) => DIGITS.indexOf(digit)).join(""));
  return (
    10 * (tens === "" ? 1 : DIGITS.indexOf(tens ?? "")) + Math.max(0, DIGITS.indexOf(ones || "〇"))
  );
}

/** 去年, 一昨年, 2023年, 二〇二三年; 23年 only before a month; not 过去年轻, 未来年代. */
const YEAR = String.raw`(?:(?<![以之目过過未近])(?<yearWord>大?前|去|今|本|明|后|後|来|來|再来|一昨|昨)年(?![轻輕级級龄齡纪紀])|(?<!\d)(?<year>(?:19|20)\d\d|[一二][九〇零○][〇零○一二三四五六七八九]{2}|\d\d(?=年の?\d\d?月))年)`;
const MONTH = String.raw`(?:(?<!\d)(?<month>${COUNT})月(?:份|中)?|(?<monthWord>上上|上一?|下下|下一?|这|這|本|今|当|當|先々|先|来|來)(?:个|個)?月份?(?![亮光色球]))`;
const UNIT = "(?:天|日|周|週|星期|礼拜|禮拜|月|年)";
const DAY = String.raw`(?<day>${COUNT})[日号號]`;

/** Chinese and Japanese dates: 昨天, 三天前, 先週の金曜日, then 去年十月, 2023年5月7日, 上半年. */
export const unspacedRules: readonly DateRule[] = [
  {
    // Not 之前天气, 最后天, 后天性, 证明天, nor the dynasty 明朝.
    pattern:
      /(?<word>大?(?<![之以目])前天|大?(?<![之以最然])[后後]天(?!性)|一昨日|おととい|明後日|あさって|きのう)|(?<stem>昨|今|(?<![证證声聲聪聰文透表发發])明(?!朝))(?:天|日(?!头条|頭條)|晚|夜|早|晨|朝|儿|兒)/gu,
    read: ({ word, stem }, { now }) =>
      calendar.relativeRange(now, "day", unspacedOffset(word ?? stem)),
  },
  {
    // 三天前, 两个月之前, 3か月前, 半年前. 2022年前 is before 2022, 几天前? asks.
    pattern: everywhere`(?<![\d第一二两兩三四五六七八九十百千])(?:(?<some>[几幾数數]|[两兩二]三|三[四五]|四五)|(?<half>半)|(?<count>${COUNT}))(?:个|個|か|ヶ|ケ|カ)?(?<unit>${UNIT})(?:間|间)?(?:[之以]?前)(?!的?[是事吗嗎呢?]|$(?<=[几幾].{1,4}))`,
    read: ({ half, count, ...groups }, { now }) => {
      const unit = unspacedUnit(groups["unit"]);
      if (half !== undefined)
        return unit === "year" ? calendar.relativeRange(now, "month", -6) : undefined;
      if (count === undefined) return calendar.fewAgo(now, unit);
      return calendar.relativeRange(now, unit, -unspacedNumber(count));
    },
  },
  {
    // 前几天; not 之前几天.
    pattern: everywhere`(?<![之以午目])前(?:[几幾]个?|[几幾]個|些)(?<unit>${UNIT})`,
    read: ({ unit }, { now }) => calendar.fewAgo(now, unspacedUnit(unit)),
  },
  {
    pattern: everywhere`(?:最近|(?:过|過)去|(?<!附)近|[这這](?!一)|ここ)的?(?:(?<some>[几幾数數])|(?<half>半)|(?<count>${COUNT}))(?:个|個|か|ヶ|ケ|カ)?(?<unit>${UNIT})(?:間|间)?`,
    read: ({ half, count = "5", ...groups }, { now }) => {
      const unit = unspacedUnit(groups["unit"]);
      if (half !== undefined)
        return unit === "year" ? calendar.rollingRange(now, "month", 6) : undefined;
      const number = unspacedNumber(count);
      return calendar.rollingRange(now, unit, unit === "day" ? number - 1 : number);
    },
  },
  {
    // 上周, 上个星期五, 上上周末, 先週の金曜日; not 晚上周五, 后来周五.
    pattern:
      /(?<![马馬晚早身路街网網线線后後原未近从從首])(?<which>上上|上一?|下下|下一?|这|這|本|今|先々|先|来|來)(?:个|個)?(?:周|週|星期|礼拜|禮拜)の?(?:(?<weekend>末)|(?<day>[一二三四五六日天])|(?<japanese>[月火水木金土日])曜日?)?/gu,
    read: ({ which, day, japanese = day, ...groups }, { now }) => {
      const offset = unspacedOffset(which);
      if (groups["weekend"] !== undefined) return calendar.weekend(now, offset);
      if (japanese === undefined) return calendar.relativeRange(now, "week", offset);
      return calendar.weekday(now, unspacedWeekday(japanese), offset);
    },
  },
  {
    // A bare 周五 or 金曜日; not 一周一次, 每周一, nor the weekday behind a date.
    pattern:
      /(?<![一二三四五六七八九十两兩几幾每毎\d个個半整][的]?|[日号號] ?\(?)(?:(?:周|週|星期|礼拜|禮拜)(?:(?<day>[一二三四五六日天])(?![次回个個])|(?<weekend>末))|(?<japanese>[月火水木金土日])曜日?)/gu,
    read: ({ day = "", japanese = day, ...groups }, { now, ahead }) => {
      if (groups["weekend"] !== undefined) return calendar.weekend(now, ahead ? 0 : -1);
      return calendar.weekday(now, unspacedWeekday(japanese), ahead ? "ahead" : "back");
    },
  },
  {
    pattern: /(?<!\d)(?<century>19|20)?(?<decade>\d0)年代/gu,
    read: ({ century = "19", decade }) => {
      const year = Number(century) * 100 + Number(decade);
      return calendar.yearRange(year, year + 9);
    },
  },
  {
    pattern: everywhere`(?:${YEAR}[的の]?)?${MONTH}(?:[的の]?${DAY})?`,
    read: (groups, context) => {
      const { month, monthWord, day } = groups;
      if (monthWord !== undefined) {
        const { from } = calendar.relativeRange(context.now, "month", unspacedOffset(monthWord));
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
    pattern: everywhere`(?:${YEAR}[的の]?)(?:(?<season>[春夏秋冬])(?![节節])[天季]?|(?<half>[上下])半年|第?(?<quarter>[一二三四1-4])季度)?`,
    read: (groups, { now }) => {
      const { season, half, quarter } = groups;
      const year = yearOf(groups, now);
      if (year === undefined) return undefined;
      if (season !== undefined) return calendar.seasonRange(year, SEASONS.indexOf(season));
      if (half !== undefined) return halfYear(year, half);
      if (quarter !== undefined) return calendar.quarterRange(year, unspacedNumber(quarter));
      return { ...calendar.yearRange(year), year };
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
  if (day === undefined) return (year) => calendar.monthRange(year, month);
  return (year) => calendar.dayRange(year, month, unspacedNumber(day));
}

function halfYear(year: number, half: string | undefined): DateRange {
  return calendar.monthRange(year, half === "上" ? 1 : 7, 6);
}
