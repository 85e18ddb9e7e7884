import type { TextForm } from "../model/record.js";
import { textForm } from "./text-form.js";

/** Clues in the wording of a query to what answers it. */
export interface QueryClues {
  readonly form: TextForm;
  /** True if it gives a task that has nothing to do with anybody: "translate this". */
  readonly isTask: boolean;
  /** True if it speaks of somebody: it has a pronoun. */
  readonly isPersonal: boolean;
  /** True if it asks for several things. */
  readonly isCompound: boolean;
  /** True if it asks for a time. */
  readonly asksWhen: boolean;
  /** True if it asks for how things were before. */
  readonly asksForPast: boolean;
  /** True if it asks for what was asked before. */
  readonly asksForQuestions: boolean;
  /** Role whose words answer it: "my" stands for the user, "you said" for the assistant. */
  readonly role: "user" | "assistant" | undefined;
  /** Its words in lower case, and Chinese as it is, to find names of speakers. */
  readonly words: readonly string[];
  readonly text: string;
}

/** Most characters of a query that are looked at. */
const MAX_LENGTH = 2_000;
const WHEN =
  /(?:^|[.!?]\s+)\W*(?:and |so |but )?(?:when\b|how long ago|since when|(?:on |in |at )?(?:what|which) (?:date|day|month|year|time|week)\b)|\b(?:do you (?:know|remember)|remember|tell me|remind me) when\b|什么时候|何时|哪[一]?[天年月日周]|几[点月号]|多久(?:以?前|之前)/iu;
const QUESTIONS = /\b(?:ask(?:ed)?|questions?)\b|问过|问了|问题/iu;
const TASK =
  /^\W*(?:(?:please|can you|could you|now) )*(?:translate|write|compose|sort|summari[sz]e|explain|define|calculate|convert|spell|generate|draw|sing|rewrite|proofread|solve|rhyme|count|multiply|name (?:a|an|one|two|three|\w+ )|recommend (?:a|an|some)\b|(?:how do you )?say ['"‘“]|what(?:'s| is) [\d.,]+ (?:times|plus|minus|divided|[x*+/-])|(?:tell|give) (?:me |us )?(?:a|an|another|something)\b)|^(?:请|帮我|麻烦)?(?:再)?(?:给我)?(?:翻译|写[一首个篇段]|讲[一个]|说个|解释|计算|画[一个]|列[出举]|推荐[一几]|总结|造句|用.{1,6}(?:解释|说明|概括)|把.{1,12}(?:翻译|改写|换算))/iu;
const PRONOUN =
  /\b(?:i|me|my|mine|myself|we|us|our|ours|you|your|yours|he|him|his|she|her|hers|they|them|their|theirs)\b|[我你您他她咱]/iu;
/** Clauses that may ask for another thing each. */
const CLAUSES = /[?？;；。!！\n]|[,，、](?:\s*(?:and|or|but)\b)?|\band\b|以及|还有|和/iu;
const PAST =
  /\b(?:before|previous(?:ly)?|used to|former(?:ly)?|original(?:ly)?|earlier|at first)\b|以前|之前|原来|过去|曾经/iu;
const FIRST_PERSON = /\b(?:i|me|my|mine|myself|we|us|our|ours)\b|我|咱/iu;
const ASSISTANT_SAID =
  /\b(?:(?:did|have|had|what|which|that|as|were|would) you (?:just |also )?(?:say|said|tell|told|suggest\w*|recommend\w*|mention\w*|explain\w*|give|gave|given|write|written|wrote|list\w*|propos\w*|advis\w*|call\w*|answer\w*|describ\w*|shar\w*|provid\w*|show\w*|send|sent)|you (?:said|told|suggested|recommended|mentioned|explained|gave|wrote|listed|proposed|advised|answered|described|shared|provided|showed)|your (?:answer|advice|suggestions?|recommendations?|list|explanation|reply))\b|你(?:之前|上次|刚才|刚刚|曾经?)?(?:说|告诉|建议|推荐|提到|提过|解释|写|列|回答|给我)|你的(?:回答|建议|推荐)/iu;
const UNITS = /\p{Script=Han}{2}|[\p{L}\p{M}\p{N}]+/gu;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Reads the clues in a query, in English and Chinese. */
export function queryClues(query: string): QueryClues {
  const text = query.slice(0, MAX_LENGTH);
  const role = ASSISTANT_SAID.test(text)
    ? "assistant"
    : FIRST_PERSON.test(text)
      ? "user"
      : undefined;
  return {
    form: textForm(query),
    isTask: TASK.test(text) && !PRONOUN.test(text.replace(TASK, "")),
    isPersonal: PRONOUN.test(text),
    isCompound:
      text.split(CLAUSES).filter((clause) => (clause.match(UNITS)?.length ?? 0) > 1).length > 1,
    asksWhen: WHEN.test(text),
    asksForPast: PAST.test(text),
    asksForQuestions: QUESTIONS.test(text),
    role,
    words: text.toLowerCase().match(WORDS) ?? [],
    text,
  };
}

/** Returns the only one of the speakers that a query names, if there is one. */
export function namedSpeaker(
  { words }: Pick<QueryClues, "words">,
  names: Iterable<string>,
): string | undefined {
  const named = [...names].filter((speaker) => isNamed(speaker.toLowerCase(), words));
  return named.length === 1 ? named[0] : undefined;
}

/** Returns names in the middle of a query's sentences: words that begin with a capital letter. */
export function namesInside({ text }: QueryClues): readonly string[] {
  return text.match(/(?<=[\p{Ll}\p{N},'’] +)\p{Lu}\p{Ll}[\p{L}\p{M}]*/gu) ?? [];
}

const HAN = /\p{Script=Han}/u;

function isNamed(speaker: string, words: readonly string[]): boolean {
  if (HAN.test(speaker)) return words.some((word) => word.includes(speaker));
  const [first = ""] = speaker.match(WORDS) ?? [];
  return first !== "" && words.some((word) => isSpelledLike(word, first));
}

/** Shortest name in which one letter may differ. */
const LEAST_LENGTH = 4;

/** Tests if two names differ by one letter at most: more, fewer, another, or two swapped. */
function isSpelledLike(word: string, name: string): boolean {
  if (word === name) return true;
  if (Math.min(name.length, word.length) < LEAST_LENGTH) return false;
  if (Math.abs(word.length - name.length) > 1) return false;
  let start = 0;
  while (start < name.length && word[start] === name[start]) start += 1;
  const rest = (text: string, from: number): string => text.slice(start + from);
  return (
    rest(word, 1) === rest(name, 1) ||
    rest(word, 1) === rest(name, 0) ||
    rest(word, 0) === rest(name, 1) ||
    (word[start] === name[start + 1] &&
      word[start + 1] === name[start] &&
      rest(word, 2) === rest(name, 2))
  );
}
