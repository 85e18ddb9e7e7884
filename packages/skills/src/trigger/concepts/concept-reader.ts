import { clip } from "../skill-texts.js";
import { isReadable } from "../text-language.js";
import { WordStems } from "./word-stems.js";

const HAN = /\p{Script=Han}/u;
const WORDS = /(?:(?!\p{Script=Han})[\p{L}\p{N}])(?:(?!\p{Script=Han})[\p{L}\p{N}'’-])*/gu;
const SEGMENTER = new Intl.Segmenter("zh", { granularity: "word" });
/** Longest Chinese entry that is looked for, in characters, and longest English one, in words. */
const MAX_CHARACTERS = 6;
const MAX_WORDS = 4;

/**
 * Finds the concepts that a text names. Of entries that begin at the same place the longest counts.
 */
export class ConceptReader {
  /** Numbers of concepts by entry: stems with blanks between, or Chinese characters. */
  readonly #entries = new Map<string, number[]>();
  readonly #stems = new WordStems();
  #unread: readonly string[];

  /**
   * Takes concepts as in `CONCEPTS`; they are numbered in their order. Does the work when it is
   * first asked.
   */
  constructor(concepts: readonly string[]) {
    this.#unread = concepts;
  }

  /** The numbers of the concepts that a text names, each once. */
  read(text: string): ReadonlySet<number> {
    const found = new Set<number>();
    if (!isReadable(text)) return found;
    this.#learn();
    // Normalised, a text may be many times as long.
    const folded = clip(text.normalize("NFKC").toLowerCase());
    this.#readWords(
      stemsOf(folded, (word) => this.#stems.of(word)),
      found,
    );
    if (HAN.test(folded)) this.#readCharacters(folded, found);
    return found;
  }

  #learn(): void {
    const learn = (word: string): string => this.#stems.learn(word);
    for (const [concept, line] of this.#unread.entries()) {
      for (const entry of line.split(" ")) {
        const key = HAN.test(entry) ? entry : stemsOf(entry.replaceAll("_", " "), learn).join(" ");
        const known = this.#entries.get(key);
        if (!known) this.#entries.set(key, [concept]);
        else if (!known.includes(concept)) known.push(concept);
      }
    }
    this.#unread = [];
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

  /** An entry has to begin where a word does: 度 in 印度 is none. It may end within one. */
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

function stemsOf(text: string, stemOf: (word: string) => string): readonly string[] {
  // Not `matchAll`, which makes objects for each word.
  return (text.match(WORDS) ?? []).map(stemOf);
}

function wordStarts(text: string): ReadonlySet<number> {
  return new Set(Array.from(SEGMENTER.segment(text), ({ index }) => index));
}
