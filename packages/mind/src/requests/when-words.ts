/** Sources of patterns of expressions of future times, for texts with and without spaces. */

const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const WEEKDAY = "(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day)";
const YEAR = String.raw`(?:,? (?:20)\d\d)?`;
const COUNT =
  "(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a couple of|a few|half an?)";

/** English: a count of units from now. */
export const ENGLISH_COUNTED: string = String.raw`(?:in (?<countIn>${COUNT}) (?<unitIn>minute|hour|day|week|month|year)s?(?:['’] time)?|(?<countFrom>${COUNT}) (?<unitFrom>minute|hour|day|week|month|year)s? from (?:now|today))\b`;
/** English: a time of day. */
export const ENGLISH_CLOCK: string = String.raw`(?:(?:at|around|by|after) (?<hour>\d{1,2})(?:[:.](?<minute>[0-5]\d))?(?: ?(?<half>[ap])\.?m\b\.?)?(?: o['’]clock)?|(?<hour2>\d{1,2})(?:[:.](?<minute2>[0-5]\d))? ?(?<half2>[ap])\.?m\b\.?)(?![\w:%])`;
/** English: a part of a day. */
export const ENGLISH_PART: string = String.raw`(?:(?:in the |this )?(?:(?<morning>morning)|(?<afternoon>afternoon)|(?<evening>evening|night))|at (?<night>night)|(?:at |around )?(?<noon>noon)|at (?<midnight>midnight))\b`;
const ENGLISH_DAY = String.raw`(?:(?:on|by|before|from|until|early|late) ){0,2}(?:(?:on |this |next |coming |this coming ){0,2}${WEEKDAY}|(?:the )?day after tomorrow|tomorrow|today|tonight|(?:this|next|the coming|at the|on the) weekend|next (?:week|month|year)|(?:in|next|this) ${MONTH}|(?:the )?\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH}${YEAR}|${MONTH} (?:the )?\d{1,2}(?:st|nd|rd|th)?${YEAR}|the \d{1,2}(?:st|nd|rd|th)|20\d\d-\d\d-\d\d)\b(?!['’]s\b)`;

/** Chinese numeral. */
const NUMERAL = "(?:\\d{1,3}|[一二两兩三四五六七八九十]{1,3})";
/** Chinese: a count of units from now. */
export const CHINESE_COUNTED: string = String.raw`(?:再?[过過])?(?<count>${NUMERAL}|半|[几幾])[个個]?(?<unit>分[钟鐘]|小[时時]|[钟鐘][头頭]|天|日|周|週|星期|[礼禮]拜|月|年)(?<rest>半)?(?:[之以]?[后後]|(?<=[过過].{1,6}))`;
/** Chinese: a time of day. */
export const CHINESE_CLOCK: string = String.raw`(?:(?<hour>${NUMERAL})[点點](?:(?<half>半)|(?<quarter>[一三])刻|(?<minute>${NUMERAL})分?|[钟鐘整])?|(?<hour2>\d{1,2})[:：](?<minute2>[0-5]\d))`;
/** Chinese: a part of a day. */
export const CHINESE_PART: string =
  "(?:(?<morning>早上|早晨|清晨|上午|一早|今早|明早)|(?<noon>中午)|(?<afternoon>下午|午[后後])|(?<evening>傍晚|晚上|夜里|夜裡|今晚|明晚|半夜)|(?<midnight>凌晨))";
const WEEK = "(?:[周週]|星期|[礼禮]拜)";
const CHINESE_DAY = String.raw`(?:大?[后後]天|[明今]天|[明今]日|明[早晚]|今[早晚]|明[儿兒]|(?:[这這本]|下下?)?[个個]?${WEEK}[一二三四五六日天末]|下下?[个個]?(?:${WEEK}|月)|(?:(?:20\d\d|[今明])年)?${NUMERAL}月${NUMERAL}[日号號]|${NUMERAL}[号號]|20\d\d-\d\d-\d\d|明年)`;

/** Makes the source of a pattern without named groups, so that it can stand in it repeatedly. */
function unnamed(source: string): string {
  return source.replaceAll(/\(\?<[a-zA-Z]\w*>/gu, "(?:");
}

const ENGLISH_ONE = /* @__PURE__ */ [
  unnamed(ENGLISH_COUNTED),
  ENGLISH_DAY,
  unnamed(ENGLISH_CLOCK),
  unnamed(ENGLISH_PART),
].join("|");
const CHINESE_ONE = /* @__PURE__ */ [
  unnamed(CHINESE_COUNTED),
  CHINESE_DAY,
  unnamed(CHINESE_CLOCK),
  unnamed(CHINESE_PART),
].join("|");

/** English: an expression of a future time, without named groups. */
export const ENGLISH_WHEN: string = `\\b(?:${ENGLISH_ONE})(?:,? (?:${ENGLISH_ONE})){0,3}`;
/** Chinese: an expression of a future time, without named groups. */
export const CHINESE_WHEN: string = `(?:${CHINESE_ONE})(?:[的 ]?(?:${CHINESE_ONE})){0,3}(?:[之以]?前)?`;
