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

/** Returns the unit that a Chinese or Japanese word for one counts. */
export function unspacedUnit(word: string): DateUnit {
  if (word === "天" || word === "日") return "day";
  if (word === "月") return "month";
  return word === "年" ? "year" : "week";
}

/** Returns an offset in weeks, months or years: -1 for 上, 去 and 先, 0 for 这, 今 and 本. */
export function unspacedOffset(word: string): number {
  return OFFSETS[word] ?? 0;
}

/** Returns 0 for Monday to 6 for Sunday, for 一 to 日 and 月 to 日. */
export function unspacedWeekday(word: string): number {
  return WEEKDAYS.findIndex((names) => names.includes(word));
}

/** Returns 0 for spring to 3 for winter. */
export function unspacedSeason(word: string): number {
  return SEASONS.indexOf(word);
}

const DIGITS = "〇一二三四五六七八九";

/** Pattern of a number in Chinese numerals from 1 to 99 or in up to three digits. */
export const COUNT: string =
  "(?:\\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九])";

/** Returns the value of a number below 1,000 in Chinese or Arabic numerals, or of `二〇二三`. */
export function unspacedNumber(text: string): number {
  if (/^\d+$/u.test(text)) return Number(text);
  const plain = text.replaceAll(/[两兩]/gu, "二").replaceAll(/[零○]/gu, "〇");
  const [tens, ones] = plain.split("十");
  if (ones === undefined)
    return Number(Array.from(plain, (digit) => DIGITS.indexOf(digit)).join(""));
  return (
    10 * (tens === "" ? 1 : DIGITS.indexOf(tens ?? "")) + Math.max(0, DIGITS.indexOf(ones || "〇"))
  );
}
