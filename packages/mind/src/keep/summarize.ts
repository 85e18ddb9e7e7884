import type { ChosenSentence, WordWeights } from "../model/batch.js";
import type { Turn } from "../model/turn.js";
import { chooseSentences } from "./choose-sentences.js";

/** Options of `summarize`. */
export interface SummaryOptions {
  /** Weights of words. */
  readonly weights: WordWeights;
  /** Most words of the summary. */
  readonly maxWords: number;
}

/** Sentences below say nothing that a summary could hold. */
const LEAST_SCORE = 2;
/** Most UTF-16 units of a title. */
const TITLE_LENGTH = 60;

/** Summarises turns by whole sentences, verbatim, in the order of the turns, none twice. */
export function summarize(
  turns: readonly Turn[],
  { weights, maxWords }: SummaryOptions,
): readonly ChosenSentence[] {
  return chooseSentences(turns, { weights, maxWords, leastScore: LEAST_SCORE, ofOthers: 0.5 });
}

/** Makes a title of the best sentence, cut at a word, at most 60 UTF-16 units. */
export function titleOf(sentences: readonly Pick<ChosenSentence, "text" | "score">[]): string {
  const [first, ...others] = sentences;
  const best = others.reduce((a, b) => (a && a.score >= b.score ? a : b), first);
  const text = (best?.text ?? "").replaceAll(/\s+/gu, " ");
  if (text.length <= TITLE_LENGTH) return text;
  // Not half of a character of two units.
  const head = text.slice(0, TITLE_LENGTH - 1).replace(/\p{Cs}$/u, "");
  const end = Math.max(...[" ", "，", ",", "；", "、"].map((mark) => head.lastIndexOf(mark)));
  return `${end > TITLE_LENGTH / 2 ? head.slice(0, end) : head}…`;
}
