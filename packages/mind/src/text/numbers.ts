const SMALL =
  "zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen";
const TENS = "twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety";
const LARGE = "hundred,thousand,million,billion,dozen";
const DIGITS = "零一二三四五六七八九";
const VAGUE: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  half: 0.5,
  "half a": 0.5,
  "half an": 0.5,
  半: 0.5,
  "a couple of": 2,
  "a few": 3,
  几: 3,
  幾: 3,
};

const IN_DIGITS = /\d+(?:,\d{3})+(?!\d)|\d+(?:\.\d+)?/gu;
const IN_WORDS =
  /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -](one|two|three|four|five|six|seven|eight|nine))?\b|\b(zero|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|hundred|thousand|million|billion|dozen)\b/giu;
/** Chinese numerals before a measure, or after the sign of an ordinal. */
const IN_CHINESE =
  /(第?)([零〇一二两三四五六七八九十百千]{1,9})(?=([个個年月日号號岁歲天周週点點只隻条條本次人位口块塊元万萬米公里斤小时時分钟鐘杯张張间間家层層楼樓台辆輛]?))/gu;

/** Returns the numbers of a text, in digits, without "one" and 一, which mostly count nothing. */
export function numbersOf(text: string): ReadonlySet<string> {
  const plain = text.normalize("NFKC");
  const numbers = new Set<string>();
  for (const [digits] of plain.matchAll(IN_DIGITS)) numbers.add(withoutZeros(digits));
  for (const [, tens, ones, word] of plain.matchAll(IN_WORDS)) {
    numbers.add(word === undefined ? compound(tens, ones) : wordToNumber(word));
  }
  for (const [, ordinal, numeral = "", measure] of plain.matchAll(IN_CHINESE)) {
    const value = chineseToNumber(numeral);
    const counts = ordinal !== "" || (measure !== "" && value !== 1);
    if (counts && value !== undefined) numbers.add(String(value));
  }
  return numbers;
}

/** Returns the value of a count in digits, English or Chinese; `undefined` for other words. */
export function numberOf(word: string): number | undefined {
  const text = word.toLowerCase();
  if (/^\d{1,6}$/u.test(text)) return Number(text);
  const english = SMALL.split(",").indexOf(text);
  return english === -1 ? (VAGUE[text] ?? chineseToNumber(text)) : english;
}

function withoutZeros(digits: string): string {
  return String(Number(digits.replaceAll(",", "")));
}

function compound(tens = "", ones = "zero"): string {
  const ten = TENS.split(",").indexOf(tens.toLowerCase()) + 2;
  return String(10 * ten + SMALL.split(",").indexOf(ones.toLowerCase()));
}

function wordToNumber(word: string): string {
  const small = SMALL.split(",").indexOf(word.toLowerCase());
  if (small !== -1) return String(small);
  return String([100, 1_000, 1e6, 1e9, 12][LARGE.split(",").indexOf(word.toLowerCase())]);
}

function chineseToNumber(numeral: string): number | undefined {
  let [total, digit] = [0, 0];
  for (const character of numeral.replaceAll("〇", "零").replaceAll(/[两兩]/gu, "二")) {
    const unit = { 十: 10, 百: 100, 千: 1_000 }[character];
    const value = DIGITS.indexOf(character);
    if (unit === undefined && value === -1) return undefined;
    if (unit === undefined) digit = value;
    else {
      total += (digit || 1) * unit;
      digit = 0;
    }
  }
  return numeral === "" ? undefined : total + digit;
}
