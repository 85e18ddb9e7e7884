import { documentTerms } from "@kioku/core/toolkit";

const WORDS = /\p{Script=Latin}{2,64}/gu;
/** Words whose spelling is compared. Shorter ones are near too many others. */
const SHORTEST = 5;
const LONGEST = 24;
/** Length from which on two letters may be wrong. */
const LONG = 9;
/** Most words of a text to correct. */
const MOST_CORRECTED = 32;

/** Corrects the spelling of words after those that skills are described by. */
export class Spelling {
  /** Known words to compare, by their first letter. */
  readonly #words = new Map<string, Set<string>>();
  readonly #stems = new Set<string>();

  constructor(texts: readonly string[]) {
    for (const text of texts) {
      for (const word of text.toLowerCase().match(WORDS) ?? []) this.#learn(word);
    }
  }

  /** Replaces words that no skill has by the nearest one that begins alike, if it is very near. */
  correct(text: string): string {
    let left = MOST_CORRECTED;
    return text.replaceAll(WORDS, (written) => {
      const word = written.toLowerCase();
      if (left === 0 || !isComparable(word) || this.#stems.has(stemOf(word))) return written;
      left -= 1;
      return this.#nearest(word) ?? written;
    });
  }

  #learn(word: string): void {
    this.#stems.add(stemOf(word));
    if (!isComparable(word)) return;
    const [first = ""] = word;
    const known = this.#words.get(first) ?? new Set();
    this.#words.set(first, known.add(word));
  }

  #nearest(word: string): string | undefined {
    let most = word.length < LONG ? 1 : 2;
    let nearest: string | undefined;
    for (const known of this.#words.get(word.charAt(0)) ?? []) {
      if (Math.abs(known.length - word.length) > most) continue;
      const distance = editDistance(word, known);
      if (distance > most) continue;
      nearest = known;
      most = distance - 1;
    }
    return nearest;
  }
}

function isComparable({ length }: string): boolean {
  return length >= SHORTEST && length <= LONGEST;
}

function stemOf(word: string): string {
  return documentTerms(word)[0] ?? word;
}

/** Counts the letters to insert, leave out, replace or swap with the next, to get another word. */
function editDistance(word: string, other: string): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= word.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = word[row - 1] === other[column - 1];
      const replaced = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      const moved = Math.min(above[column] ?? 0, current[column - 1] ?? 0) + 1;
      const isSwapped = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? row) + 1 : moved;
      current.push(Math.min(replaced, moved, swapped));
    }
    before = above;
    above = current;
  }
  return above[other.length] ?? 0;
}
