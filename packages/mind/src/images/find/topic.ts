import { datesInText, type DateRange } from "@kioku/core/toolkit";

/** Most UTF-16 units of a query that are looked at for dates and sources. */
const MAX_LENGTH = 1_000;

/** Words that ask for images, and say nothing of what they show. */
const ASKING =
  /\b(?:what|which|where|when|who|how|did|do|does|was|were|is|are|have|had|has|i|me|my|we|you|it|the|a|an|any|all|some|there|that|this|those|these|of|on|in|at|to|from|by|with|and|about|regarding|see|sees|saw|seen|seeing|show|shows|showed|shown|showing|look|looked|looking|view|viewed|find|found|remember|tell|give|please|images?|pictures?|photos?|photographs?|screenshots?|captures?|snapshots?)\b|(?:我|你|您|咱们)|看到|看过|看见|见过|看了|看|给我|帮我|找一?下|找|显示|关于|有关|什么|哪些|哪张|哪个|那张|那些|图片|图像|照片|相片|截图|截屏|画面|内容|有没有|请|[的了过吗呢吧在是上里中]/giu;
/** Words of dates. */
const DATES =
  /\b(?:yesterday|today|tonight|tomorrow|now|ago|last|past|previous|next|this|since|before|after|between|until|during|morning|afternoon|evening|night|noon|weekend|weeks?|days?|months?|years?|hours?|minutes?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|mon|tues?|wed|thu(?:rs)?|fri|sat|sun|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|\d{1,2}(?:st|nd|rd|th))\b|\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2})?[日号]?|\b(?:19|20)\d{2}\b|[大昨今明前后]天|[昨今]晚|[上下这本]个?(?:周|星期|礼拜|月)|[去今前]年|(?:周|星期|礼拜)[一二三四五六日天]|[\d一二三四五六七八九十]{1,3}[年月日号]|[\d一二三四五六七八九十几两]{1,3}(?:个月|天|周|年|小时|分钟)[之以]?前|早上|上午|中午|下午|晚上|最近|刚才/giu;
const WORD = /[\p{L}\p{N}]/u;

/** Parts of a question about images. */
export interface Topic {
  /** Times that it names. */
  readonly dates: readonly DateRange[];
  /** Rest of the question, to be looked for in captions; "" if nothing is left. */
  readonly words: string;
}

/** Takes a question apart. Dates count from now, and days begin at midnight UTC. */
export async function topicOf(
  query: string,
  { now, sources }: { readonly now: Date; readonly sources: readonly string[] },
): Promise<Topic> {
  const dates = await datesInText(query.slice(0, MAX_LENGTH), now);
  let words = withoutSources(query, sources);
  if (dates.length > 0) words = words.replaceAll(DATES, " ");
  const rest = words.replaceAll(ASKING, " ").replaceAll(/\s+/gu, " ").trim();
  return { dates, words: WORD.test(rest) ? rest : "" };
}

function withoutSources(query: string, sources: readonly string[]): string {
  let rest = query.normalize("NFKC");
  for (const source of sources) {
    const at = rest.toLowerCase().indexOf(source);
    if (at !== -1) rest = `${rest.slice(0, at)} ${rest.slice(at + source.length)}`;
  }
  return rest;
}

/** Most words or characters of the name of a source that a question names. */
const MAX_SPAN = 4;
const MAX_CHARACTERS = 8;
const MAX_NAMES = 400;
const UNITS = /\p{Script=Han}+|[^\s\p{P}\p{Script=Han}]+/gu;

/** Returns what of a question could be the name of a source, in lower case. */
export function possibleSources(query: string): readonly string[] {
  const text = query.slice(0, MAX_LENGTH).normalize("NFKC").toLowerCase();
  const names = new Set<string>();
  const units = text.match(UNITS) ?? [];
  for (const [start, unit] of units.entries()) {
    if (/\p{Script=Han}/u.test(unit)) addParts(names, unit);
    for (let length = 1; length <= MAX_SPAN; length += 1) {
      const span = units.slice(start, start + length);
      if (span.length === length) for (const joint of [" ", "-", "_"]) names.add(span.join(joint));
    }
  }
  return [...names].slice(0, MAX_NAMES);
}

function addParts(names: Set<string>, text: string): void {
  for (let start = 0; start < text.length; start += 1) {
    for (let length = 2; length <= MAX_CHARACTERS; length += 1) {
      if (start + length <= text.length) names.add(text.slice(start, start + length));
    }
  }
}
