import type { Memory } from "@kioku/core";
import { documentTerms } from "@kioku/core/toolkit";

import { wordWeights } from "../../keep/word-weights.js";
import type { WordWeights } from "../../model/batch.js";

/** Most words of a topic. */
const MAX_WORDS = 8;
/** Words with less weight name no topic. */
const LEAST_WEIGHT = 3;
/** Words with as much leave out those with less. */
const HEAVY = 4;
/** Share of the weight that words of a turn have in the turn before it. */
const BEFORE = 0.6;
/** Longest word, in UTF-16 units. */
const MAX_LENGTH = 40;

const WORDS =
  /\p{sc=Han}+|(?:(?!\p{sc=Han})[\p{L}\p{M}\p{N}_])+(?:[-'’.@](?:(?!\p{sc=Han})[\p{L}\p{N}_])+)*/gu;
const IS_HAN = /^\p{sc=Han}/u;
const NAMELESS =
  /我们|你们|他们|她们|咱们|大家|自己|什么|怎么|为什么|哪里|哪儿|可以|应该|知道|觉得|现在|今天|明天|昨天|最近|时候|因为|所以|但是|如果|已经|还是|没有|一个|一下|一点|一些|[的了我你他她它这那就也都很吗呢吧啊呀嘛哦嗯么是在和与跟把被给对从而但还又再才只最太想说请]/u;

/** Word of what was said, and its weight. */
interface Weighted {
  readonly word: string;
  readonly weight: number;
}

/** Joins the heaviest words of what was said, the last turn first; empty if none has weight. */
export async function topicByRule(memory: Memory, said: readonly string[]): Promise<string> {
  const turns = said.map((text) => ({ text, subject: "user" }));
  const weights = await wordWeights(memory, turns);
  const heaviest = new Map<string, Weighted>();
  for (const [index, text] of said.toReversed().entries()) {
    for (const { word, weight } of weighWords(text, weights)) {
      const name = word.toLowerCase();
      const decayed = weight * BEFORE ** index;
      const known = heaviest.get(name);
      if (!known) heaviest.set(name, { word, weight: decayed });
    }
  }
  const found = [...heaviest.values()];
  const heavy = found.filter(({ weight }) => weight >= HEAVY);
  const all = heavy.length > 0 ? heavy : found;
  const chosen = new Set(all.toSorted((a, b) => b.weight - a.weight).slice(0, MAX_WORDS));
  return all.flatMap((one) => (chosen.has(one) ? one.word : [])).join(" ");
}

function weighWords(text: string, weights: WordWeights): readonly Weighted[] {
  const words = (text.match(WORDS) ?? []).flatMap((word) =>
    IS_HAN.test(word) ? chineseParts(word, weights) : weighWord(word, weights),
  );
  return words.filter(({ weight }) => weight >= LEAST_WEIGHT);
}

function weighWord(word: string, weights: WordWeights): Weighted {
  const weight = Math.max(
    0,
    ...documentTerms(word.slice(0, MAX_LENGTH)).map((term) => weights.weightOf(term)),
  );
  return { word: word.slice(0, MAX_LENGTH), weight };
}

/** Splits Chinese text at words that name nothing. */
function chineseParts(text: string, weights: WordWeights): readonly Weighted[] {
  return text.split(NAMELESS).flatMap((part) => {
    const word = part.slice(0, MAX_LENGTH);
    if (word.length === 0) return [];
    const all = documentTerms(word).map((term) => weights.weightOf(term));
    // A word of one character has little weight, and may be all that there is.
    return { word, weight: word.length > 1 ? Math.max(...all) : LEAST_WEIGHT };
  });
}
