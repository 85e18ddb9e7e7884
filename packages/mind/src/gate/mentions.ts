import { documentTerms } from "@kioku/core/toolkit";

import type { Turn } from "../model/turn.js";
import { numbersOf } from "../text/numbers.js";
import { findDates, givesLiterally, givesRelatively, relativeExpressions } from "./dates.js";

const JOINTS = /[-'’&.]/u;
/** Least length of the beginning that "Norway" and "Norwegian" share. */
const SAME_STEM = 4;

const CAPITALISED = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’\-&.][\p{L}\p{N}]+)*/gu;
const SENTENCE_START = /(?:^|[.!?…\n])["'“‘(\s]*$/u;
/** Words that begin a sentence and name nobody. */
const USUAL_START =
  /^(?:how|what|why|when|where|which|who|whose|I|a|an|the|this|that|these|those|it|he|she|they|we|you|his|her|their|its|my|our|your|there|here|both|all|some|many|most|each|every|no|not|one|after|before|when|while|since|during|in|on|at|for|from|with|as|by|to|if|although|though|because|once|now|then|also|user|users?|assistant|\p{Lu}\p{Ll}+ing)$/iu;
const FIRST_PERSON = /^I(?:['’].*)?$/u;
const POSSESSIVE = /['’]s$/u;

const SURNAMES =
  "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤";
/** Beginnings of Chinese texts that name somebody, and words before a place or name. */
const CHINESE_START = /* @__PURE__ */ new RegExp(
  `^(?:[小老阿]\\p{sc=Han}|[${SURNAMES}]\\p{sc=Han}{1,2})(?=[在是有的住喜爱讨去来搬养想会把和也曾最很不没对])`,
  "u",
);
const CHINESE_SLOT =
  /(?:名叫|名字叫|名字是|叫做|叫|住在|搬到|搬去|来自|出生在|毕业于|就职于|去过|去了|飞往)([\p{sc=Han}]{2})/gu;

/** Tests if every number, date and name of a text stands in turns, or is that of a speaker. */
export function isInTurns(
  text: string,
  turns: readonly Turn[],
  speakers: readonly string[],
): boolean {
  const source = turns.map((turn) => turn.text).join("\n");
  return (
    numbersAndDatesAreIn(text, turns, source) &&
    namesAreIn(findDates(text).rest, `${source}\n${speakers.join("\n")}`)
  );
}

/** Tests if every number and name of a text stands in another one. */
export function isInText(text: string, source: string): boolean {
  const numbers = numbersOf(source);
  return [...numbersOf(text)].every((one) => numbers.has(one)) && namesAreIn(text, source);
}

function numbersAndDatesAreIn(text: string, turns: readonly Turn[], source: string): boolean {
  const { mentions, rest } = findDates(text);
  const numbers = numbersOf(source);
  const lower = source.toLowerCase();
  return (
    [...numbersOf(rest)].every((one) => numbers.has(one)) &&
    relativeExpressions(text).every((one) => lower.includes(one)) &&
    mentions.every(
      (one) =>
        turns.some((turn) => givesLiterally(one, turn.text)) ||
        turns.some((turn) => givesRelatively(one, turn.text, turn.at)),
    )
  );
}

function namesAreIn(text: string, source: string): boolean {
  const terms = new Set(documentTerms(source));
  const stems = new Set([...terms].map((term) => term.slice(0, SAME_STEM)));
  const isKnown = (part: string): boolean => {
    const [term = ""] = documentTerms(part);
    if (term === "" || terms.has(term)) return true;
    return part.length > SAME_STEM && stems.has(term.slice(0, SAME_STEM));
  };
  return (
    namesOf(text).every(
      (name) => terms.has(name.toLowerCase()) || name.split(JOINTS).every(isKnown),
    ) && chineseNamesOf(text).every((name) => source.includes(name))
  );
}

/** Returns the words of a text that name somebody or something, as far as one can see. */
function namesOf(text: string): readonly string[] {
  const names: string[] = [];
  for (const { 0: word, index } of text.matchAll(CAPITALISED)) {
    const isFirst = SENTENCE_START.test(text.slice(Math.max(0, index - 8), index));
    const name = word.replace(POSSESSIVE, "");
    if (FIRST_PERSON.test(name) || (isFirst && USUAL_START.test(name))) continue;
    names.push(name);
  }
  return names;
}

/** Returns the same of a Chinese text: who is named first, and what stands after "lives in". */
function chineseNamesOf(text: string): readonly string[] {
  const first = CHINESE_START.exec(text.trim())?.[0];
  const others = Array.from(text.matchAll(CHINESE_SLOT), ([, name = ""]) => name);
  return first === undefined ? others : [first, ...others];
}
