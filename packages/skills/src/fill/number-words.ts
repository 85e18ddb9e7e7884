/** English number words, by their value. */
const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const NUMERALS = "零一二三四五六七八九";
const LARGE: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1_000,
  十: 10,
  百: 100,
  千: 1_000,
  万: 10_000,
};

const WORD = `(?:${SMALL} ${TENS} hundred thousand)`.replaceAll(" ", "|");
/** A word alone may be an article, `one lamp`, or a pronoun, `this one`. */
const IN_ENGLISH = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?!one (?!(?:or|to|and|percent|degree|second|minute|hour|day|week)s?\b|${WORD})[a-z])(?<!\b(?:this|that|which|the|another|no|any|every|some|each) (?=one))${WORD}(?:(?:-| | and )${WORD})*(?![\p{L}\p{N}])`,
  "giu",
);
const DAY = "凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|明晚|夜里";
const UNIT = "个?小时|个?钟头|个?分钟|毫秒|秒|度|天|个?星期|号|日|元|块|公里|公斤";
const COUNTED = `${UNIT}|[点时分月年个位人张杯件本次遍页份间桌瓶条台盏级档层首只根袋晚周%]|千米|千克|克|英里|华氏|摄氏|美元|欧元`;
/** Numerals of which some are parts of other words: 一下, 十分, 千万别, 万一, 三明治. */
const IN_CHINESE = new RegExp(
  String.raw`(?<![\d第几数零〇一二两三四五六七八九十百千万])(?!万一|千万|十分(?!钟)|三明治|百[分度]|(?<!${DAY})一[点时]|[一两][下起些样定直切共般边会])(?:[〇零一二两三四五六七八九十百千万]{0,11}[十百千][〇零一二两三四五六七八九十百千万]{0,11}|(?<=[到至成为点]|百分之|${DAY})[零〇一二两三四五六七八九万]{1,12}|一(?=个半|${UNIT})|(?!一(?![零〇一二两三四五六七八九万]))[零〇一二两三四五六七八九万]{1,12}(?=${COUNTED}))(?![零〇一二两三四五六七八九十百千万])`,
  "gu",
);

/** Halves, and `an` before a unit of time. */
const HALVES: readonly (readonly [RegExp, string])[] = [
  [/(?<!\p{L})half an? (?=(?:hour|minute|second|day)\b)/giu, "0.5 "],
  [
    /(?<=\b(?:for|in|of|to|after|about|wait|sleep) )an? (?=(?:hour|minute|second|week|day|month)\b)|(?<!\p{L})an? (?=(?:hour|minute)(?: and|,) )/giu,
    "1 ",
  ],
  [/(?<![\d.,])(\d{1,6})((?: [a-z]{3,7})?) and a half\b/giu, "$1.5$2"],
  [/(?<![个\d])半个?(?=小时|钟头|分钟)/gu, "0.5"],
  [/(?<![\d.,])(\d{1,6})点(\d)(?=个?小时|度|秒|元|块|公里|公斤|%)/gu, "$1.$2"],
  [/(?<![\d.,])(\d{1,6})个半(?=小时|钟头|月)/gu, "$1.5个"],
  [/(?<![\d.,])(\d{1,6})(个?小时|个?钟头|分钟|度|公斤)半/gu, "$1.5$2"],
];

/** Writes the numbers of a text in digits that are said in words of English or Chinese. */
export function withDigits(text: string): string {
  let written = text
    .replaceAll(IN_ENGLISH, (said) => {
      const value = valueOf(said.toLowerCase().split(/ and |[- ]/u));
      // Words that make no number are several: "two three".
      const one = (word: string): string => String(valueOf([word.toLowerCase()]));
      return Number.isNaN(value) ? said.replaceAll(/(?!and)[a-z]+/giu, one) : String(value);
    })
    .replaceAll(IN_CHINESE, chineseDigits);
  for (const [pattern, digits] of HALVES) written = written.replaceAll(pattern, digits);
  return written;
}

function chineseDigits(said: string): string {
  const digits = said.replaceAll("〇", "零").replaceAll("两", "二").split("");
  // 三五 and 三四十 are about as many: no number, as two of them.
  const isAbout = digits.some((digit, index) => isSmall(digit) && isSmall(digits[index + 1] ?? ""));
  if (isAbout && (digits.length === 2 || /[十百千万]/u.test(said))) return "99 or 99";
  // 二三 are digits one by one, as of a room or a year.
  if (digits.every((digit) => NUMERALS.includes(digit))) {
    return digits.map((digit) => NUMERALS.indexOf(digit)).join("");
  }
  // 一百二 is 120.
  const [large = "", last = ""] = digits.slice(-2);
  if (/[百千万]/u.test(large) && NUMERALS.includes(last) && last !== "") {
    const tenth = ((LARGE[large] ?? 0) / 10) * NUMERALS.indexOf(last);
    return String(valueOf(digits.slice(0, -1)) + tenth);
  }
  return String(valueOf(digits));
}

function isSmall(digit: string): boolean {
  return NUMERALS.indexOf(digit) > 0;
}

/** Returns the number that words make; not a number for words that make none. */
function valueOf(words: readonly string[]): number {
  let total = 0;
  let current = 0;
  for (const word of words) {
    const large = LARGE[word];
    if (large === undefined) {
      const value = smallValue(word);
      const joins = current === 0 || (value < 10 && current >= 20 && current % 10 === 0);
      current = joins ? current + value : Number.NaN;
    } else if (total > 0 && total < large) {
      total = (total + current) * large;
      current = 0;
    } else {
      total += Math.max(current, 1) * large;
      current = 0;
    }
  }
  return total + current;
}

function smallValue(word: string): number {
  if (NUMERALS.includes(word)) return NUMERALS.indexOf(word);
  const small = SMALL.split(" ").indexOf(word);
  return small < 0 ? 10 * (TENS.split(" ").indexOf(word) + 2) : small;
}
