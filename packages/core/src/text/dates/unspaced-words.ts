import type { DateUnit } from "./calendar.js";

const WEEKDAYS = ["一月", "二火", "三水", "四木", "五金", "六土", "日天"];
const SEASONS = "春夏秋冬";
const OFFSETS: Readonly<Record<string, number>> = {
  前: -2,
  上上: -2,
  先々: -2,
  一昨: -2,
  大前: -3,
  去: -1,
  昨: -1,
  上: -1,
  上一: -1,
  先: -1,
  明: 1,
  来: 1,
  來: 1,
  下: 1,
  下一: 1,
  后: 2,
  後: 2,
  下下: 2,
  再来: 2,
};

/** The unit that a Chinese or Japanese word for one counts. */
export function unspacedUnit(word: string): DateUnit {
  if (word === "天" || word === "日") return "day";
  if (word === "月") return "month";
  return word === "年" ? "year" : "week";
}

/** How many weeks, months or years from now: -1 for 上, 去 and 先, 0 for 这, 今 and 本. */
export function unspacedOffset(word: string): number {
  return OFFSETS[word] ?? 0;
}

/** 0 for Monday to 6 for Sunday, for 一 to 日 and 月 to 日. */
export function unspacedWeekday(word: string): number {
  return WEEKDAYS.findIndex((names) => names.includes(word));
}

/** 0 for spring to 3 for winter. */
export function unspacedSeason(word: string): number {
  return SEASONS.indexOf(word);
}
