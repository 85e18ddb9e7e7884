import { documentTerms } from "@kioku/core/toolkit";

const CONTRACTION = /(?:n['’]t|['’](?:s|d|ll|m|re|ve))$/u;
const LATIN_BEGINNING = /^[a-z0-9]{3}/u;
/** Forms of known words that are remembered: nothing else, so that no words of users are kept. */
const SHORT_WORD = /^[a-z]{1,20}$/u;
/** How many are remembered. */
const MAX_FORMS = 20_000;

/**
 * Stems of words, as far as it matters: a word that cannot have one of the known stems is its own
 * stem.
 */
export class WordStems {
  /** The known stems. */
  readonly #known = new Set<string>();
  /** How they begin, since a stem begins as its words do. */
  readonly #beginnings = new Set<string>();
  readonly #forms = new Map<string, string>();

  /** The stem of a word, which is known from now on. */
  learn(word: string): string {
    const form = this.#forms.get(word);
    if (form !== undefined) return form;
    const stem = stemOf(word);
    // No copy: the lists that it is a slice of are there anyway.
    if (SHORT_WORD.test(word)) this.#forms.set(word, stem);
    this.#known.add(stem);
    this.#beginnings.add(beginningOf(stem));
    return stem;
  }

  /** The stem of a word. */
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
    // A copy: a slice would keep alive the whole text that it was taken from.
    this.#forms.set(Buffer.from(word, "latin1").toString("latin1"), stem);
  }
}

/** At most three letters, of which the stem may have the last one as `i` where the word has `y`. */
function beginningOf(word: string): string {
  const beginning = word.slice(0, 3);
  return beginning.length === 3 ? beginning.replace(/y$/u, "i") : beginning;
}

function stemOf(word: string): string {
  const bare = word.length < 3 ? word : word.replace(CONTRACTION, "");
  const [stem = bare] = documentTerms(bare);
  return stem;
}
