import { documentTerms, queryTerms } from "@kioku/core/toolkit";

import type { WordWeights } from "../model/batch.js";
import type { GateView } from "./gate-view.js";
import type { Claim } from "./passages.js";

/** Least share of a text's words that stand in its sources; those of one turn beside count less. */
const LEAST_COVERAGE = 0.32;
const WEIGHT_BESIDE = 0.35;

/** Verbs of who reports what somebody said: no word of the source itself. */
const REPORTING =
  /^(?:says?|said|tells?|told|mention(?:s|ed)?|express(?:es|ed)?|shares?|shared|describe[sd]?|explain(?:s|ed)?|report(?:s|ed)?|state[sd]?|discuss(?:es|ed)?|talk(?:s|ed)|believe[sd]?|think(?:s)?|thought|feels?|felt|find(?:s)?|found|consider(?:s|ed)?|considering|value[sd]?|appreciate[sd]?|enjoy(?:s|ed)?|emphasi[sz]e[sd]?|acknowledge[sd]?)$/u;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Tests if enough words of a text stand in its sources and the turns beside them. */
export function isCovered({ text, passages, known }: Claim, view: GateView): boolean {
  const words = text.match(WORDS)?.filter((word) => !REPORTING.test(word)) ?? [];
  const terms = contentTerms(words.join(" "), termSet(view.speakers));
  const weights = dampen(view.batch.weights);
  const turns = passages.map(({ turn }) => turn);
  const others = documentTerms(known);
  const shares = view
    .termsBeside(turns)
    .map((beside) => shareOf(terms, new Set([...others, ...beside]), weights));
  const own = shareOf(terms, termSet([...turns.map((turn) => turn.text), known]), weights);
  return own + WEIGHT_BESIDE * (Math.max(...shares) - own) >= LEAST_COVERAGE;
}

/** Weighs rare words more, but less than their weights are: one of them is no proof. */
function dampen(weights: WordWeights): WordWeights {
  return { weightOf: (term) => Math.sqrt(Math.max(0, weights.weightOf(term))) };
}

/** Returns the content words of a text as terms, without those that are known anyway. */
export function contentTerms(text: string, known?: ReadonlySet<string>): readonly string[] {
  return queryTerms(text).filter((term) => known?.has(term) !== true);
}

/** Returns all terms of texts. */
export function termSet(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => documentTerms(text)));
}

/** Returns the share of terms, by weight, that are among others; 0 without any weight. */
export function shareOf(
  terms: readonly string[],
  others: ReadonlySet<string>,
  weights: WordWeights,
): number {
  let [all, shared] = [0, 0];
  for (const term of terms) {
    const weight = weights.weightOf(term);
    all += weight;
    if (others.has(term)) shared += weight;
  }
  return all > 0 ? shared / all : 0;
}
