import { documentTerms } from "@kioku/core/toolkit";

import { clip } from "./skill-texts.js";
import { isReadable } from "./text-form.js";
import type { WordLists } from "./word-lists.js";

const HAN = /\p{Script=Han}/u;
const WORDS = /(?:(?!\p{Script=Han})[\p{L}\p{N}])(?:(?!\p{Script=Han})[\p{L}\p{N}'’-])*/gu;
const SEGMENTER = new Intl.Segmenter("zh", { granularity: "word" });
/** Longest Chinese entry, in characters, and longest English one, in words. */
const MAX_CHARACTERS = 6;
const MAX_WORDS = 4;

/** Finds the concepts that a text names. Of entries at the same position the longest counts. */
export class ConceptReader {
  /** Numbers of concepts by entry: stems with blanks between, or Chinese characters. */
  readonly #entries = new Map<string, number[]>();
  readonly #stems = new WordStems();
  /** The lists that it reads. */
  readonly lists: WordLists;
  #hasLearned = false;

  /** Numbers concepts in the order of the lists. Reads the lists with the first text. */
  constructor(lists: WordLists) {
    this.lists = lists;
  }

  /** Returns the numbers of the concepts that a text names. */
  read(text: string): ReadonlySet<number> {
    const found = new Set<number>();
    if (!isReadable(text)) return found;
    this.#learn();
    // A normalised text may be many times as long.
    const folded = clip(text.normalize("NFKC").toLowerCase());
    this.#readWords(
      stemsOf(folded, (word) => this.#stems.of(word)),
      found,
    );
    if (HAN.test(folded)) this.#readCharacters(folded, found);
    return found;
  }

  #learn(): void {
    if (this.#hasLearned) return;
    const learn = (word: string): string => this.#stems.learn(word);
    for (const [concept, line] of this.lists.concepts.entries()) {
      for (const entry of line.split(" ")) {
        const key = HAN.test(entry) ? entry : stemsOf(entry.replaceAll("_", " "), learn).join(" ");
        const known = this.#entries.get(key);
        if (!known) this.#entries.set(key, [concept]);
        else if (!known.includes(concept)) known.push(concept);
      }
    }
    this.#hasLearned = true;
  }

  #readWords(stems: readonly string[], found: Set<number>): void {
    for (let at = 0; at < stems.length; at += 1) {
      for (let length = Math.min(MAX_WORDS, stems.length - at); length > 0; length -= 1) {
        const key = length === 1 ? (stems[at] ?? "") : stems.slice(at, at + length).join(" ");
        if (!this.#take(key, found)) continue;
        at += length - 1;
        break;
      }
    }
  }

  /** Reads Chinese entries, which begin where a word does: 度 in 印度 is none. */
  #readCharacters(text: string, found: Set<number>): void {
    let starts: ReadonlySet<number> | undefined;
    for (let at = 0; at < text.length; at += 1) {
      if (text.charCodeAt(at) < 0x2e80) continue;
      for (let length = Math.min(MAX_CHARACTERS, text.length - at); length > 0; length -= 1) {
        const key = text.slice(at, at + length);
        if (!this.#entries.has(key)) continue;
        starts ??= wordStarts(text);
        if (!starts.has(at)) break;
        this.#take(key, found);
        at += length - 1;
        break;
      }
    }
  }

  #take(key: string, found: Set<number>): boolean {
    const concepts = this.#entries.get(key);
    if (!concepts) return false;
    for (const concept of concepts) found.add(concept);
    return true;
  }
}

function stemsOf(text: string, toStem: (word: string) => string): readonly string[] {
  // `matchAll` would make objects for each word.
  return (text.match(WORDS) ?? []).map(toStem);
}

function wordStarts(text: string): ReadonlySet<number> {
  return new Set(Array.from(SEGMENTER.segment(text), ({ index }) => index));
}

const CONTRACTION = /(?:n['’]t|['’](?:s|d|ll|m|re|ve))$/u;
const LATIN_BEGINNING = /^[a-z0-9]{3}/u;
/** Known word forms to remember. Other words are not kept, since they may be of users. */
const SHORT_WORD = /^[a-z]{1,20}$/u;
/** Most word forms to remember. */
const MAX_FORMS = 20_000;

/** Stems of words. A word that cannot have one of the known stems is its own stem. */
class WordStems {
  readonly #known = new Set<string>();
  /** Beginnings of the known stems. A stem begins as its words do. */
  readonly #beginnings = new Set<string>();
  readonly #forms = new Map<string, string>();

  learn(word: string): string {
    const form = this.#forms.get(word);
    if (form !== undefined) return form;
    const stem = stemOf(word);
    // No copy, since the lists are in memory anyway.
    if (SHORT_WORD.test(word)) this.#forms.set(word, stem);
    this.#known.add(stem);
    this.#beginnings.add(beginningOf(stem));
    return stem;
  }

  of(word: string): string {
    const form = this.#forms.get(word);
    if (form !== undefined) return form;
    if (!this.#canBeKnown(word)) return word;
    const stem = stemOf(word);
    if (this.#known.has(stem) && SHORT_WORD.test(word)) this.#remember(word, stem);
    return stem;
  }

  #canBeKnown(word: string): boolean {
    if (!LATIN_BEGINNING.test(word)) return true;
    const beginning = beginningOf(word);
    return this.#beginnings.has(beginning) || this.#beginnings.has(beginning.slice(0, 2));
  }

  #remember(word: string, stem: string): void {
    if (this.#forms.size >= MAX_FORMS) this.#forms.clear();
    // A copy, since a slice would keep the whole text alive.
    this.#forms.set(Buffer.from(word, "latin1").toString("latin1"), stem);
  }
}

/** Returns up to three letters, with `i` for a final `y`, as stems have it. */
function beginningOf(word: string): string {
  const beginning = word.slice(0, 3);
  return beginning.length === 3 ? beginning.replace(/y$/u, "i") : beginning;
}

function stemOf(word: string): string {
  const bare = word.length < 3 ? word : word.replace(CONTRACTION, "");
  const [stem = bare] = documentTerms(bare);
  return stem;
}
