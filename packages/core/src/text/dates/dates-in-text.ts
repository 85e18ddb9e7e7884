import { type DateRange, MAX_DATED_LENGTH } from "./date-range.js";
import { MONTH } from "./english-words.js";
import { once } from "./once.js";

/** One of these is in every expression. */
const HINT = new RegExp(
  String.raw`[年月昨周週曜]|[今明前后後][天日晚早夜晨朝儿兒]|[这這前][几幾些\d一二三四五六七八九十两兩]|星期|[礼禮]拜|[天日][之以]?前|(?:近|[过過]去).?[\d一二三四五六七八九十几幾数數两兩半]|ここ|おととい|きのう|あさって|\b(?:yesterday|today|tonight|tomorrow|last night|this (?:morning|afternoon|evening)|weekend|days?|weeks?|months?|years?|${MONTH}|mon|tues?|wed|thu(?:rs)?|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day|spring|summer|autumn|fall|winter)\b|(?:19|20|１９|２０)[\d０-９]`,
  "iu",
);
const SENTENCE_END = /[.!?\n。！？；;](?!\d)/u;
const AHEAD =
  /\b(?:will|shall|going to|gonna|plan(?:s|ning)?|about to|upcoming|coming up|looking forward|due|scheduled)\b|['’]ll\b|(?:\bis|\bare|['’]s|['’]re|\bam|['’]m) (?:in|on)\b|[将將]|会[在去来]|會[在去來]|打算|[计計][划劃]|[准準][备備]|つもり|予定/iu;

/** Loaded when first needed: importing core does not wait for the patterns. */
const patterns = /* @__PURE__ */ once(() => import("./find-dates.js"));

/** Tests quickly if a text may name a date: never false where a date would be found. */
export function mayHoldDate(text: string): boolean {
  return HINT.test(text.length > MAX_DATED_LENGTH ? text.slice(0, MAX_DATED_LENGTH) : text);
}

/** Finds the dates that a question names, in its order. One without a year is the latest begun. */
export async function datesInQuery(text: string, now: Date): Promise<readonly DateRange[]> {
  return mayHoldDate(text) ? (await patterns()).findDates(text, now, () => false) : [];
}

/** Finds the dates that a memory names, in its order; one without a year may lie in the future. */
export async function datesInText(text: string, at: Date): Promise<readonly DateRange[]> {
  return mayHoldDate(text) ? (await patterns()).findDates(text, at, isAhead) : [];
}

function isAhead(text: string, index: number): boolean {
  const before = text.slice(0, index).split(SENTENCE_END).at(-1) ?? "";
  const after = text.slice(index).split(SENTENCE_END, 1)[0] ?? "";
  return AHEAD.test(before + after);
}
