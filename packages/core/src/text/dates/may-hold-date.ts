import { MONTH } from "./english-words.js";

/** Length of the text that dates are looked for in, in UTF-16 units. */
export const MAX_DATED_LENGTH: number = 2_000;

/** One of these is in every expression. */
const HINT = new RegExp(
  String.raw`[年月昨周週曜]|[今明前后後][天日晚早夜晨朝儿兒]|[这這前][几幾些\d一二三四五六七八九十两兩]|星期|[礼禮]拜|[天日][之以]?前|(?:近|[过過]去).?[\d一二三四五六七八九十几幾数數两兩半]|ここ|おととい|きのう|あさって|\b(?:yesterday|today|tonight|tomorrow|last night|this (?:morning|afternoon|evening)|weekend|days?|weeks?|months?|years?|${MONTH}|mon|tues?|wed|thu(?:rs)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|fall|winter)\b|(?:19|20|１９|２０)[\d０-９]`,
  "iu",
);

/**
 * Whether it is worth looking for dates in a text: false for most texts without any, never false
 * where `datesInText` or `datesInQuery` would find one. Takes microseconds.
 */
export function mayHoldDate(text: string): boolean {
  return HINT.test(text.length > MAX_DATED_LENGTH ? text.slice(0, MAX_DATED_LENGTH) : text);
}
