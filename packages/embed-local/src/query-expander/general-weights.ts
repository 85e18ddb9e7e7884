import { GENERAL_WEIGHTS } from "../static-table/asset-files.js";
import { foldTerm } from "../static-table/fold-character.js";
import type { TableHandle } from "../static-table/static-table.js";

const HAN = /^\p{Script=Han}{1,2}$/u;
/** Scripts that Chinese texts do not have: weights of Chinese are not those of Japanese. */
const NOT_CHINESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Weights of the file are steps of this size. */
const STEP = 1 / 256;
/** Factor of two neighbouring characters that are not of one word, 爱吃 in 最爱吃辣. */
const ACROSS_WORDS = 0.6;
/** Units of a text in which words are told apart. */
const READ_LENGTH = 4_096;
const SEGMENTER = new Intl.Segmenter("zh", { granularity: "word" });

/** Weights of Chinese characters and bigrams by how rare they are in everyday sentences. */
export class GeneralWeights {
  readonly #weights: ReadonlyMap<string, number>;
  readonly #simplified: ReadonlyMap<string, string>;

  private constructor(
    weights: ReadonlyMap<string, number>,
    simplified: ReadonlyMap<string, string>,
  ) {
    this.#weights = weights;
    this.#simplified = simplified;
  }

  /** Reads the file: one line for each step of weights, from the least, of terms between blanks. */
  static async load(
    table: TableHandle,
    simplified: ReadonlyMap<string, string>,
  ): Promise<GeneralWeights> {
    const content = await table.read(GENERAL_WEIGHTS);
    const weights = new Map<string, number>();
    for (const [step, line] of content.toString("utf8").split("\n").entries()) {
      for (const term of line === "" ? [] : line.split(" ")) weights.set(term, (step + 1) * STEP);
    }
    return new GeneralWeights(weights, simplified);
  }

  /** Returns the weights of the terms of a query; 1 for what is rare or not Chinese. */
  of(terms: readonly string[], text: string): readonly number[] {
    if (NOT_CHINESE.test(text) || !terms.some((term) => HAN.test(term))) return terms.map(() => 1);
    const inside = bigramsOfWords(text);
    return terms.map((term) => {
      if (!HAN.test(term)) return 1;
      const rarity = this.#rarityOf(term);
      return term.length > 1 && !inside.has(term) ? rarity * ACROSS_WORDS : rarity;
    });
  }

  #rarityOf(term: string): number {
    return this.#weights.get(term) ?? this.#weights.get(foldTerm(term, this.#simplified)) ?? 1;
  }
}

function bigramsOfWords(text: string): ReadonlySet<string> {
  const bigrams = new Set<string>();
  for (const { segment } of SEGMENTER.segment(text.slice(0, READ_LENGTH))) {
    for (let at = 0; at + 1 < segment.length; at += 1) bigrams.add(segment.slice(at, at + 2));
  }
  return bigrams;
}
