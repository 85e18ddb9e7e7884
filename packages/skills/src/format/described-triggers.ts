import type { SkillManifest, SkillTrigger } from "@kioku/core";

import { MAX_EXAMPLES } from "../limits.js";
import { describedSentences } from "../trigger/sentences.js";

/** Ends of the parts of an enumeration. */
const CLAUSE_END = /[,:(),，、：（）]\s*|\s[–—-]\s|\sor\s(?=\p{L}+ing\s)/gu;

/** Sentences about when to use the skill, and the word after which they say it. */
const OCCASION =
  /^(?:use|this|you|claude|trigger|activate|invoke|should|also|always|proactively|if)/iu;
const AFTER_OCCASION = /\b(?:when(?:ever)?|any ?time|if|for|on|includes?|including):?\s/iu;
const MAX_OCCASION = 60;

/** Users and what they do, in front of what they ask for. */
const ASKING =
  /^(?:(?:the |an? )?users? )?(?:explicitly )?(?:wants?|asks?|asked|needs?|requests?|runs?|mentions?|discusses|says?|working|tasks)(?: (?:to|for|about|on|with|involving))?\s/iu;
const ASKING_ZH =
  /^(?:当|如果|若)?用户(?:想要|要求|需要|希望|提到|询问|想|要|说|问)|时[，,]?(?:请)?(?:使用|触发|调用|启用)(?:此|本|该|这个)?(?:技能)?[。.]?$/gu;

/** Phrases in quotation marks: often what users say. */
const QUOTED =
  /"([^"\n]{2,200})"|“([^”\n]{2,200})”|「([^」\n]{2,200})」|(?<=^|[\s(,])'([^'\n]{2,200})'(?=$|[\s),.;:])/gu;

/** Endings of such sentences. */
const USE_IT = /,?\s*use (?:this|the) skill\W?$|^this includes$/giu;

const QUOTATION_MARK = /["“”「」]|(?:^|\s)'/u;

const EDGES =
  /^[\s"'“”「」([,.;:-]+|(?<![\s"'“”「」)\],.;:!?。！？；，、-])[\s"'“”「」)\],.;:!?。！？；，、-]+$/gu;
const CONJUNCTION = /^(?:or|and|like|as|with|into)\s/iu;

/** Longest phrase that is like a request. The parts of a longer sentence stand for it. */
const MAX_WORDS = 14;

/**
 * Makes the trigger of a skill whose author gave none: of its name, its occasions and its
 * description, by sentences, by parts of enumerations, and by what they quote.
 */
export function describedTriggers(
  manifest: SkillManifest,
  counterexamples: readonly string[],
): readonly SkillTrigger[] {
  const { name, description, whenToUse = "" } = manifest;
  const { meant, excluded } = describedSentences(`${description}\n${whenToUse}`);
  const when = examplesOf([name.replaceAll("-", " "), ...meant.flatMap(phrasesIn)]);
  const not = [...counterexamples, ...examplesOf(excluded)].slice(0, MAX_EXAMPLES);
  return [
    { when: when.length > 0 ? when : description, ...(not.length > 0 && { not }), mood: "any" },
  ];
}

/** Returns what a sentence quotes, the rest of it, and the parts of its enumerations. */
function phrasesIn(sentence: string): readonly string[] {
  const quoted = [...sentence.matchAll(QUOTED)].flatMap(([, ...groups]) => groups.filter(Boolean));
  const subject = subjectOf(sentence);
  const whole = quoted.length > 1 ? [] : [subject];
  const clauses = subject.split(CLAUSE_END).filter((clause) => !QUOTATION_MARK.test(clause));
  return [...quoted, ...whole, ...clauses.map((clause) => asked(clause.replace(CONJUNCTION, "")))];
}

/** Returns a sentence without "use this skill when the user wants to" and the like. */
function subjectOf(sentence: string): string {
  const cue = OCCASION.test(sentence) ? AFTER_OCCASION.exec(sentence.slice(0, MAX_OCCASION)) : null;
  const rest = cue ? sentence.slice(cue.index + cue[0].length) : sentence;
  return asked(rest).replaceAll(ASKING_ZH, "").replaceAll(USE_IT, "");
}

/** Returns a text without the users who ask for it. */
function asked(text: string): string {
  return text.replace(ASKING, "");
}

/** Returns phrases of two words or more, without repetitions, and long ones only if need be. */
function examplesOf(texts: readonly string[]): readonly string[] {
  const trimmed = texts.map((text) => text.replaceAll(EDGES, ""));
  const unique = [...new Map(trimmed.map((text) => [text.toLowerCase(), text])).values()];
  const phrases = unique.filter((text) => countWords(text) > 1);
  const short = phrases.filter((text) => countWords(text) <= MAX_WORDS);
  return (short.length > 1 ? short : phrases).slice(0, MAX_EXAMPLES);
}

/** Counts words; two characters of Chinese count as one. */
function countWords(text: string): number {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[^\s\p{Script=Han}]+/gu)?.length ?? 0;
  return Math.ceil(characters / 2) + words;
}
