const DIGITS = "〇一二三四五六七八九";

/**
 * A number in Chinese numerals from 1 to 99 or in up to three digits as one alternative of a
 * pattern.
 */
export const COUNT: string =
  "(?:\\d{1,3}|[二三四五六七八九]?十[一二三四五六七八九]?|[一二两兩三四五六七八九])";

/**
 * The value of a number in Chinese or Arabic numerals below 1,000; of `二〇二三`, digit by digit, as
 * well.
 */
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
