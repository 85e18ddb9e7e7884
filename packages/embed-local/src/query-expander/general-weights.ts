import { GENERAL_WEIGHTS } from "../static-table/asset-files.js";
import { foldTerm, isChineseTerm, type Simplified } from "../static-table/fold-character.js";
import type { StaticTable, TableHandle } from "../static-table/static-table.js";

/** Scripts that Chinese texts do not have: weights of Chinese are not those of Japanese. */
const NOT_CHINESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Weights of the file are steps of this size. */
const STEP = 1 / 256;
/** Factor of two neighbouring characters that are not of one word, 爱吃 in 最爱吃辣. */
const ACROSS_WORDS = 0.6;
/** Units of a text in which words are told apart. */
const READ_LENGTH = 4_096;

/** More than twice the number of terms in the file, so that probes stay short. */
const SLOTS = 2 ** 16;
const HASH_FACTOR = 0x9e_37_79_b1;

/** Weights of Chinese characters and bigrams by how rare they are in everyday sentences. */
export class GeneralWeights {
  readonly #content: Buffer;
  readonly #simplified: Simplified;
  /** Made for the first query in Chinese: others need neither. */
  #table: WeightTable | undefined;
  #segmenter: Intl.Segmenter | undefined;

  private constructor(content: Buffer, simplified: Simplified) {
    this.#content = content;
    this.#simplified = simplified;
  }

  /** Reads the file: one line for each step of weights, from the least, of terms between blanks. */
  static async load(table: TableHandle, { simplified }: StaticTable): Promise<GeneralWeights> {
    return new GeneralWeights(await table.read(GENERAL_WEIGHTS), simplified);
  }

  /** Returns the weights of the terms of a query; 1 for what is rare or not Chinese. */
  of(terms: readonly string[], text: string): readonly number[] {
    if (NOT_CHINESE.test(text) || !terms.some(isChineseTerm)) return terms.map(() => 1);
    this.#segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
    const inside = bigramsOfWords(text, this.#segmenter);
    return terms.map((term) => {
      if (!isChineseTerm(term)) return 1;
      const rarity = this.#rarityOf(term);
      return term.length > 1 && !inside.has(term) ? rarity * ACROSS_WORDS : rarity;
    });
  }

  #rarityOf(term: string): number {
    const table = (this.#table ??= new WeightTable(this.#content.toString("utf8")));
    return table.weightOf(term) || table.weightOf(foldTerm(term, this.#simplified)) || 1;
  }
}

/** A hash table with open addressing. A `Map` of so many strings is far slower. */
class WeightTable {
  /** Keys of terms; 0 if free. */
  readonly #keys = new Uint32Array(SLOTS);
  readonly #weights = new Float32Array(SLOTS);

  constructor(content: string) {
    for (const [step, line] of content.split("\n").entries()) {
      for (const term of line === "" ? [] : line.split(" ")) {
        const slot = this.#slotOf(term);
        this.#keys[slot] = keyOf(term);
        this.#weights[slot] = (step + 1) * STEP;
      }
    }
  }

  /** Returns the weight of a term of the file, else 0. */
  weightOf(term: string): number {
    return term.length > 2 ? 0 : (this.#weights[this.#slotOf(term)] ?? 0);
  }

  /** Returns the slot of a term of one or two units, or the free one where it belongs. */
  #slotOf(term: string): number {
    const key = keyOf(term);
    let slot = Math.imul(key, HASH_FACTOR) >>> 16;
    while (this.#keys[slot] !== key && this.#keys[slot] !== 0) slot = (slot + 1) % SLOTS;
    return slot;
  }
}

function keyOf(term: string): number {
  return ((term.charCodeAt(0) << 16) | (term.length > 1 ? term.charCodeAt(1) : 0)) >>> 0;
}

function bigramsOfWords(text: string, segmenter: Intl.Segmenter): ReadonlySet<string> {
  const bigrams = new Set<string>();
  const segments = segmenter.segment(text.slice(0, READ_LENGTH));
  // Not an iterator, which takes twice as long.
  for (let word = segments.containing(0); word;) {
    const { segment, index } = word;
    for (let at = 0; at + 1 < segment.length; at += 1) bigrams.add(segment.slice(at, at + 2));
    word = segments.containing(index + segment.length);
  }
  return bigrams;
}
