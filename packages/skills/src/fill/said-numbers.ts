import { UNITS, type Unit } from "./units.js";

/** A number in a text. */
export interface SaidNumber {
  readonly value: number;
  readonly unit: Unit | undefined;
  readonly start: number;
  /** Index behind the number and its unit. */
  readonly end: number;
}

const NUMBER =
  /(?<![A-Za-z\p{N}._#])(?<![A-Za-z]-|\d,)(?:-|minus |negative |零下)?\d{1,12}(?:,\d{3})*(?:\.\d{1,9})?(?!\p{N}|[.,]\p{N})/giu;
const BEFORE: Readonly<Record<string, string>> = { 之: "percent", $: "dollar", "€": "euro" };

/** Words behind a number that make another one, or none, of it. */
const INEXACT =
  /^(?:[几多余来半成倍]|分之|[百千万亿]|-?[A-Za-z]| (?:million|billion|thousand|hundred|dozen|odd|or so)\b)/u;
/** The same behind its unit, such as `and a quarter`. */
const INEXACT_LATE =
  /^(?:[多来]|[一二三1-3]刻| and (?:a|three) (?:quarter|third|bit|few)| or so\b)/u;
const BEFORE_INEXACT = /quarters? of $|[〇零一二两三四五六七八九十百千万几数][到至]?$/iu;
const BETWEEN = /^ ?(?:to|or|and|through|-|–|~|到|至|或者?|,|，|、)? ?$/iu;

function sizeOf(said: string): number {
  const digits = said.replaceAll(/[^\d.]/gu, "");
  // 1.000 is a thousand in some countries.
  return /^[1-9]\d{0,2}\.\d{3}$/u.test(digits) ? Number.NaN : Number(digits);
}

/** Makes no numbers of those that stand side by side: from 20 to 30, 3 hours 30. */
function withoutRanges(numbers: readonly SaidNumber[], text: string): readonly SaidNumber[] {
  const isBeside = (one: SaidNumber | undefined, next: SaidNumber | undefined): boolean =>
    one !== undefined &&
    next !== undefined &&
    (one.unit === next.unit || !one.unit || !next.unit) &&
    BETWEEN.test(text.slice(one.end, next.start));
  return numbers.map((number, index) =>
    isBeside(numbers[index - 1], number) || isBeside(number, numbers[index + 1])
      ? { ...number, value: Number.NaN }
      : number,
  );
}

/** Finds the numbers of a text with their units, and joins durations: 1 hour and 30 minutes. */
function numbersIn(text: string): readonly SaidNumber[] {
  const numbers: SaidNumber[] = [];
  for (const { 0: said, index: start } of text.matchAll(NUMBER)) {
    const behind = text.slice(start + said.length, start + said.length + 24);
    const name = BEFORE[text.charAt(start - 1)];
    const last = numbers.at(-1);
    const isMinute = last?.unit?.name === "hour" && /^分(?!钟)/u.test(behind);
    const found = isMinute ? "minute" : name;
    const unit = UNITS.find((one) =>
      found === undefined ? one.behind.test(behind) : one.name === found,
    );
    const length = isMinute ? 1 : (unit?.behind.exec(behind)?.[0].length ?? 0);
    const end = start + said.length + length;
    const isExact =
      !(unit ? INEXACT_LATE : INEXACT).test(text.slice(end, end + 24)) &&
      !/[a-z]\d/iu.test(text.slice(end - 1, end + 1)) &&
      !BEFORE_INEXACT.test(text.slice(Math.max(0, start - 12), start));
    const size = isExact ? sizeOf(said) : Number.NaN;
    const value = /^(?:-|minus|negative|零下)/iu.test(said) ? -size : size;
    const between = text.slice(last?.end, start);
    const isJoined = /^(?:,? and |, ?| |零|又)?$/u.test(between);
    if (isJoined && last?.unit?.seconds !== undefined && unit?.seconds !== undefined) {
      const seconds = last.value * last.unit.seconds + value * unit.seconds;
      numbers.splice(-1, 1, { ...last, value: seconds / last.unit.seconds, end });
    } else {
      numbers.push({ value, unit, start, end });
    }
  }
  return numbers;
}

/** Finds the numbers of a text in digits. Those of a duration are one, those of a range none. */
export function saidNumbers(text: string): readonly SaidNumber[] {
  return withoutRanges(numbersIn(text), text);
}
