import type { TextForm } from "../model/record.js";
import words from "./text-form.json" with { type: "json" };

/** Longer texts state something. */
const MAX_LENGTH = 1_000;
/** Most words, or characters of Chinese, of a sentence of small talk. */
const MAX_UNITS = 24;

/** Words; in Chinese single characters. */
const UNITS = new RegExp(String.raw`\p{sc=Han}|[[\p{L}\p{N}\p{M}]--\p{sc=Han}]+`, "gv");
const SENTENCE_END = /(?<=[!?！？。؟…\n]|(?<!\b(?:Dr|Mrs?|Ms|St|Prof))\.(?=\s|$))/u;
const LAUGHTER = /^(?:(?:ha|he|hi|ho){2,}h?|lo+l|xd+|[哈呵嘻嘿])$/u;
/** A name that is spoken to at the end: "Thanks, Ana!", and before other sentences "Hey Ana!". */
const NAME_AT_END = /,\s*\p{Lu}\p{L}*\P{L}*$/u;
const SPOKEN_TO = /\s\p{Lu}\p{L}*\P{L}*$/u;

const PHRASES = new Set(words.phrases.map(keyOf));
const LEADS = new Set(words.leads.map(keyOf));
const PRAISE = new Set(words.praise.map(keyOf));
const TAILS = new Set(words.tails.map(keyOf));
/** First units of all phrases that a sentence of small talk may begin with. */
const FIRST = new Set([...PHRASES, ...LEADS, ...PRAISE].map((phrase) => phrase.split(" ", 1)[0]));
const LONGEST_PHRASE = Math.max(...words.phrases.map((phrase) => unitsOf(phrase).length));

/** English questions without a question mark, of `keyOf` a sentence. */
const ASKS = new RegExp(
  `^(?:${oneOf(words.callsBefore)} )*(?:${oneOf(words.questionOpenings)}|` +
    `${oneOf(words.questionWords)} ${oneOf(words.verbsAfterQuestionWords)}|` +
    `${oneOf(words.verbsBeforeNouns)} ${oneOf(words.nouns)}|` +
    `${oneOf(words.verbsBeforePronouns)} ${oneOf(words.pronouns)}|` +
    `${oneOf(words.requests)} ${oneOf([...words.questionWords, "if", "about"])})\\b`,
  "u",
);
const STATES = /^(?:i|im|ive|we|weve|my|our) |^我.*[了过]$/u;
const QUESTION_MARK = /[?？؟]/u;
const CHINESE_ASKS = /吗\P{L}*$|什么|哪[里儿个些]|谁|多少|怎么|怎样|为何|几[点岁号]/u;
const CHINESE_STATES = /都|也|没什么|不知道|无论|不管|随便/u;

/**
 * Returns the form of a text in English or Chinese: small talk or a question if it is nothing
 * else, by its sentences; else, and in other languages without a question mark, a statement.
 */
export function textForm(text: string): TextForm {
  if (text.length > MAX_LENGTH) return "statement";
  const sentences = text
    .split(SENTENCE_END)
    .map((sentence) => ({ text: sentence, units: unitsOf(sentence) }))
    .filter(({ units }) => units.length > 0);
  let asks = false;
  for (const sentence of sentences) {
    if (isSmallTalk(sentence, sentences.length > 1)) continue;
    if (!isQuestion(sentence)) return "statement";
    asks = true;
  }
  return asks ? "question" : "small-talk";
}

/** A sentence and its units, found once. */
interface Sentence {
  readonly text: string;
  readonly units: readonly string[];
}

function oneOf(phrases: readonly string[]): string {
  return `(?:${phrases.join("|")})`;
}

function unitsOf(text: string): readonly string[] {
  return text.toLowerCase().replaceAll(/['’]/gu, "").match(UNITS) ?? [];
}

function keyOf(text: string): string {
  return unitsOf(text).join(" ");
}

function isSmallTalk({ text, units }: Sentence, hasOthers: boolean): boolean {
  const [first = ""] = units;
  if (!FIRST.has(first) && !LAUGHTER.test(first)) return false;
  const name = hasOthers ? SPOKEN_TO : NAME_AT_END;
  const without = [text.replace(NAME_AT_END, ""), text.replace(name, "")];
  const isMade = (one: string): boolean => one !== text && isMadeOfPhrases(unitsOf(one));
  return isMadeOfPhrases(units) || without.some(isMade);
}

/** Returns true if units are phrases one after the other; only praise follows words that lead. */
function isMadeOfPhrases(units: readonly string[]): boolean {
  if (units.length === 0 || units.length > MAX_UNITS) return false;
  const free = new Set([0]);
  const led = new Set<number>();
  for (let from = 0; from < units.length; from += 1) {
    const isFree = free.has(from);
    if (!isFree && !led.has(from)) continue;
    const last = Math.min(from + LONGEST_PHRASE, units.length);
    for (let to = from + 1; to <= last; to += 1) {
      const phrase = units.slice(from, to).join(" ");
      if (LEADS.has(phrase)) led.add(to);
      const isPhrase = isFree && (PHRASES.has(phrase) || LAUGHTER.test(phrase));
      const isTail = isFree && from > 0 && TAILS.has(phrase);
      if (isPhrase || isTail || PRAISE.has(phrase)) free.add(to);
    }
  }
  return free.has(units.length);
}

function isQuestion({ text, units }: Sentence): boolean {
  const asks = ASKS.test(units.join(" "));
  if (asks || QUESTION_MARK.test(text)) return asks || !statesFirst(text);
  return CHINESE_ASKS.test(text) && !CHINESE_STATES.test(text) && !statesFirst(text);
}

/** Returns true for "I moved to Munich, do you like it?", but not for "I live in Rome, right?". */
function statesFirst(sentence: string): boolean {
  const at = Math.max(sentence.lastIndexOf(","), sentence.lastIndexOf("，"));
  const before = unitsOf(sentence.slice(0, Math.max(at, 0)));
  const after = unitsOf(sentence.slice(at + 1));
  return before.length > 2 && after.length > 2 && STATES.test(before.join(" "));
}
