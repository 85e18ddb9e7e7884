import { documentTerms } from "@kioku/core/toolkit";

import type { WordWeights } from "../model/batch.js";
import type { Turn } from "../model/turn.js";
import { countWords } from "../text/language.js";
import { hasNegation } from "../text/negation.js";
import { sentenceFeatures } from "../text/sentence-features.js";
import { splitSentences } from "../text/sentences.js";

/** A sentence that may be chosen. */
export interface Candidate {
  readonly turn: Turn;
  readonly text: string;
  /** Place among all sentences. */
  readonly place: number;
  readonly words: number;
  /** Distinct terms with their weights. */
  readonly terms: ReadonlyMap<string, number>;
  /** Sum of the weights. */
  readonly weight: number;
  /** It denies something. */
  readonly isNegated: boolean;
  /** Score of a unit of weight. */
  readonly factor: number;
}

/** Measured on talks between people: a score is weight for each word, times these. */
const FIRST_PERSON = 1.4;
/** Factor of what an assistant says of itself. */
const ASSISTANT = 0.5;
const EACH_TIME = 0.25;
const EACH_NAME = 0.25;
const MOST_COUNTED = 2;
/** Shorter sentences count as if they were so long. */
const FULL_WORDS = 6;
/** Shorter sentences say too little by themselves. */
const LEAST_WORDS = 2;
/** Share of a sentence that is letters and blanks, less in code and tables. */
const LEAST_LETTERS = 0.7;
const LETTERS = /[\p{L}\p{M}\s]/gu;
/** Address of a page, which is no prose. */
const ADDRESS = /https?:\/\/\S+/giu;
/** Longest token of prose, without blanks. */
const LONG_TOKEN = /[^\s\p{Script=Han}]{40}/u;
/** Most sentences that are looked at. */
const MAX_CANDIDATES = 2_000;
/** UTF-16 units of a turn that are looked at. */
const READ_LENGTH = 50_000;
/** Half of a character of two units. */
const CUT = /\p{Cs}$/u;

/** Returns the beginning of a turn that is looked at, mostly the whole. */
export function beginningOf({ text }: Turn): string {
  return text.length > READ_LENGTH ? text.slice(0, READ_LENGTH).replace(CUT, "") : text;
}

/** Returns the sentences of turns in prose, also questions and small talk. */
export function candidatesOf(
  turns: readonly Turn[],
  options: { readonly weights: WordWeights; readonly ofOthers: number },
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const turn of turns) {
    if (turn.form !== "statement") continue;
    for (const text of splitSentences(beginningOf(turn))) {
      const place = candidates.length;
      if (place === MAX_CANDIDATES) return candidates;
      const candidate = toCandidate(turn, text, options);
      if (candidate) candidates.push({ ...candidate, place });
    }
  }
  return candidates;
}

function toCandidate(
  turn: Turn,
  text: string,
  { weights, ofOthers }: Parameters<typeof candidatesOf>[1],
): Omit<Candidate, "place"> | undefined {
  const words = countWords(text);
  const features = sentenceFeatures(text);
  const { isFirstPerson, times, names } = features;
  const isOther =
    features.isRequest || features.isQuotation || (turn.role === "assistant" && !isFirstPerson);
  const ofRole = isOther ? ofOthers : turn.role === "assistant" ? ASSISTANT : 1;
  if (ofRole === 0 || words < LEAST_WORDS || !isProse(text)) return undefined;
  const all = documentTerms(text);
  const terms = new Map(all.map((term) => [term, weights.weightOf(term)]));
  const weight = [...terms.values()].reduce((sum, one) => sum + one, 0);
  const marks =
    1 + EACH_TIME * Math.min(times, MOST_COUNTED) + EACH_NAME * Math.min(names, MOST_COUNTED);
  // A word of Chinese has several terms.
  const perWord = words / Math.max(all.length, words);
  const factor =
    (ofRole * (isFirstPerson ? FIRST_PERSON : 1) * marks * perWord) / Math.max(words, FULL_WORDS);
  return { turn, text, words, terms, weight, factor, isNegated: hasNegation(text) };
}

function isProse(text: string): boolean {
  const letters = text.match(LETTERS)?.length ?? 0;
  const { length: words } = text.replaceAll(ADDRESS, "").trim();
  const isText = letters >= text.length * LEAST_LETTERS && words >= text.length / 2;
  return isText && !LONG_TOKEN.test(text);
}
