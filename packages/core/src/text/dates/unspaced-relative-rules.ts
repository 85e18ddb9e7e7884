import { type DateUnit, relativeRange, rollingRange, weekday, weekend } from "./calendar.js";
import type { DateRange } from "./date-range.js";
import type { DateRule } from "./date-rule.js";
import {
  COUNT,
  unspacedNumber,
  unspacedOffset,
  unspacedUnit,
  unspacedWeekday,
} from "./unspaced-words.js";

const UNIT = "(?:天|日|周|週|星期|礼拜|禮拜|月|年)";
const DAY_WORDS: Readonly<Record<string, number>> = {
  大前天: -3,
  前天: -2,
  一昨日: -2,
  おととい: -2,
  昨: -1,
  きのう: -1,
  今: 0,
  明: 1,
  後天: 2,
  后天: 2,
  明後日: 2,
  あさって: 2,
  大后天: 3,
  大後天: 3,
};
/** "几天" is two to five of them. */
const SOME_FROM = -5;
const SOME_TO = -2;

/** Chinese and Japanese that counts from now: 昨天, 三天前, 最近一周, 上周五, 先週の金曜日. */
export const unspacedRelativeRules: readonly DateRule[] = [
  {
    // Not 之前天气, 最后天, 后天性, 证明天, nor the dynasty 明朝.
    pattern:
      /(?<word>大?(?<![之以目])前天|大?(?<![之以最然])[后後]天(?!性)|一昨日|おととい|明後日|あさって|きのう)|(?<stem>昨|今|(?<![证證声聲聪聰文透表发發])明(?!朝))(?:天|日(?!头条|頭條)|晚|夜|早|晨|朝|儿|兒)/gu,
    read: (group, { now }) => ({
      range: relativeRange(now, "day", DAY_WORDS[group("word") || group("stem")] ?? 0),
    }),
  },
  {
    // 三天前, 两个月之前, 3か月前, 半年前. 2022年前 is before 2022, 几天前? asks.
    pattern: new RegExp(
      String.raw`(?<![\d第一二两兩三四五六七八九十百千])(?:(?<some>[几幾数數]|[两兩二]三|三[四五]|四五)|(?<half>半)|(?<count>${COUNT}))(?:个|個|か|ヶ|ケ|カ)?(?<unit>${UNIT})(?:間|间)?(?:[之以]?前)(?!的?[是事吗嗎呢?]|$(?<=[几幾].{1,4}))`,
      "gu",
    ),
    read: (group, { now }) => {
      const unit = unspacedUnit(group("unit"));
      if (group("half") !== "")
        return unit === "year" ? { range: relativeRange(now, "month", -6) } : undefined;
      if (group("count") !== "")
        return { range: relativeRange(now, unit, -unspacedNumber(group("count"))) };
      return { range: someAgo(now, unit) };
    },
  },
  {
    // 前几天; not 之前几天.
    pattern: new RegExp(
      String.raw`(?<![之以午目])前(?:[几幾]个?|[几幾]個|些)(?<unit>${UNIT})`,
      "gu",
    ),
    read: (group, { now }) => ({ range: someAgo(now, unspacedUnit(group("unit"))) }),
  },
  {
    pattern: new RegExp(
      String.raw`(?:最近|(?:过|過)去|(?<!附)近|[这這](?!一)|ここ)的?(?:(?<some>[几幾数數])|(?<half>半)|(?<count>${COUNT}))(?:个|個|か|ヶ|ケ|カ)?(?<unit>${UNIT})(?:間|间)?`,
      "gu",
    ),
    read: (group, { now }) => {
      const unit = unspacedUnit(group("unit"));
      if (group("half") !== "")
        return unit === "year" ? { range: rollingRange(now, "month", 6) } : undefined;
      const count = group("count") === "" ? -SOME_FROM : unspacedNumber(group("count"));
      return { range: rollingRange(now, unit, unit === "day" ? count - 1 : count) };
    },
  },
  {
    // 上周, 上个星期五, 上上周末, 先週の金曜日; not 晚上周五, 后来周五.
    pattern:
      /(?<![马馬晚早身路街网網线線后後原未近从從首])(?<which>上上|上一?|下下|下一?|这|這|本|今|先々|先|来|來)(?:个|個)?(?:周|週|星期|礼拜|禮拜)の?(?:(?<weekend>末)|(?<day>[一二三四五六日天])|(?<japanese>[月火水木金土日])曜日?)?/gu,
    read: (group, { now }) => {
      const offset = unspacedOffset(group("which"));
      if (group("weekend") !== "") return { range: weekend(now, offset) };
      const day = group("day") || group("japanese");
      if (day === "") return { range: relativeRange(now, "week", offset) };
      return { range: weekday(now, unspacedWeekday(day), offset) };
    },
  },
  {
    // A bare 周五 or 金曜日; not 一周一次, 每周一, nor the weekday behind a date.
    pattern:
      /(?<![一二三四五六七八九十两兩几幾每毎\d个個半整][的]?|[日号號] ?\(?)(?:(?:周|週|星期|礼拜|禮拜)(?:(?<day>[一二三四五六日天])(?![次回个個])|(?<weekend>末))|(?<japanese>[月火水木金土日])曜日?)/gu,
    read: (group, { now, ahead }) => {
      if (group("weekend") !== "") return { range: weekend(now, ahead ? 0 : -1) };
      return {
        range: weekday(
          now,
          unspacedWeekday(group("day") || group("japanese")),
          ahead ? "ahead" : "back",
        ),
      };
    },
  },
];

function someAgo(now: Date, unit: DateUnit): DateRange {
  return {
    from: relativeRange(now, unit, SOME_FROM).from,
    to: relativeRange(now, unit, SOME_TO).to,
  };
}
