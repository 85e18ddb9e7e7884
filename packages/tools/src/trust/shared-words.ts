import { queryTerms } from "@kioku/core/toolkit";

/** Ends of sentences and lines. */
const ENDS = /[\n。！？；]+|[.!?;](?:\s+|$)/u;
/** Longest part of a text without such ends, in UTF-16 units. */
const MAX_PART = 300;
const PARTS = new RegExp(String.raw`[^]{1,${MAX_PART}}(?=\s|$)|[^]{1,${MAX_PART}}`, "gu");
/** Least share of the words that trusted passages do not explain. */
const LEAST_SHARE = 1 / 3;
/** Trusted passages that together may explain a sentence. */
const MOST_EXPLAINING = 3;
/** One character of a script without spaces: it says little. */
const SINGLE = /^[^\p{ASCII}]$/u;
/** Numbers of several digits, addresses and identifiers. */
const DISTINCT = /\d.*\d|[@/_]|\p{L}\.\p{L}/u;
const NAME = /(?<=[^\s.!?:;][ \t]+)\p{Lu}[\p{L}\p{M}\p{N}'’-]*/gu;
/** Stems of words by which a note reports what somebody said. */
const REPORTING: ReadonlySet<string> = new Set(
  "user assist prefer mention ask state note person name 用户 喜欢".split(" "),
);
/** Least number of names and numbers that show a text to be used, wherever it has them. */
const LEAST_SCATTERED = 3;
const OTHER = "x";
/** Words that turn a sentence into its opposite. */
const NEGATIONS =
  /\b(?:no|not|never|none|nobody|nothing|neither|nor|without|stop|cannot)\b|n['’]t\b|[不没別别非勿]|ない|ません/iu;

/** Terms of the passages of documents: each sentence with the one after it. */
export class TextIndex {
  readonly #passages: { readonly terms: ReadonlySet<string>; readonly document: number }[] = [];
  readonly #byTerm = new Map<string, number[]>();

  /** Adds the passages of a text to a document. */
  add(text: string, document = 0): void {
    const sentences = sentencesOf(text).map(termsOf);
    for (const [index, own] of sentences.entries()) {
      const terms = new Set([...own, ...(sentences[index + 1] ?? [])]);
      const place = this.#passages.push({ terms, document }) - 1;
      for (const term of terms) {
        const places = this.#byTerm.get(term);
        if (places) places.push(place);
        else this.#byTerm.set(term, [place]);
      }
    }
  }

  /** Returns the documents that have the term. */
  documentsWith(term: string): ReadonlySet<number> {
    const places = this.#byTerm.get(term) ?? [];
    return new Set(places.flatMap((place) => this.#passages[place]?.document ?? []));
  }

  /** Returns, by document, those of the terms that its passage has which has most of them. */
  best(terms: readonly string[]): ReadonlyMap<number, readonly string[]> {
    const counts = new Map<number, number>();
    const bestPlaces = new Map<number, number>();
    for (const place of terms.flatMap((term) => this.#byTerm.get(term) ?? [])) {
      const count = (counts.get(place) ?? 0) + 1;
      counts.set(place, count);
      const document = this.#passages[place]?.document ?? 0;
      const best = bestPlaces.get(document) ?? -1;
      if (count > (counts.get(best) ?? 0)) bestPlaces.set(document, place);
    }
    const found = [...bestPlaces].map(([document, place]) => {
      const has = this.#passages[place]?.terms;
      return [document, terms.filter((term) => has?.has(term))] as const;
    });
    return new Map(found);
  }
}

/**
 * Returns, by document, the words by which a text seems to repeat a passage of it, beyond what a
 * few trusted passages say.
 */
export function sharedWords(
  written: string,
  doubted: TextIndex,
  trusted: TextIndex,
): ReadonlyMap<number, readonly string[]> {
  const names = namesOf(written);
  const shared = new Map<number, Set<string>>();
  const share = (document: number, terms: readonly string[]): void => {
    shared.set(document, new Set([...(shared.get(document) ?? []), ...terms]));
  };
  for (const sentence of sentencesOf(written)) {
    const novel = unexplained(termsOf(sentence), trusted);
    const strong = novel.filter((term) => isStrong(term, names));
    for (const [document, common] of doubted.best(novel)) {
      const overlap = { common, strong: strong.filter((term) => common.includes(term)), novel };
      if (isRepeated(overlap)) share(document, common);
    }
    for (const [document, terms] of scattered(strong, doubted)) {
      if (terms.length >= LEAST_SCATTERED) share(document, terms);
    }
  }
  // Of a short text, such as a note, fewer words tell.
  const terms = termsOf(written);
  const novel = unexplained(terms, trusted);
  for (const [document, common] of doubted.best(novel)) {
    if (shared.has(document) || common.length < LEAST_SHARE * novel.length) continue;
    if (common.length >= 2 || 2 * common.length >= terms.length) share(document, common);
  }
  return new Map([...shared].map(([document, words]) => [document, [...words]]));
}

/** Returns the terms that each document has, in any of its passages. */
function scattered(
  terms: readonly string[],
  doubted: TextIndex,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const term of terms) {
    for (const document of doubted.documentsWith(term)) {
      const known = found.get(document);
      if (known) known.push(term);
      else found.set(document, [term]);
    }
  }
  return found;
}

/**
 * Returns true if one text of a user states, and does not ask, all that a text says, and is negated
 * like it.
 */
export function isRestated(written: string, users: readonly string[]): boolean {
  const terms = termsOf(written);
  if (terms.length === 0) return false;
  return users.map(statementsOf).some((text) => {
    const said = new Set(termsOf(text));
    if (!terms.every((term) => said.has(term))) return false;
    const near = sentencesOf(text).filter((one) =>
      termsOf(one).some((term) => terms.includes(term)),
    );
    return isNegated(written) === near.some(isNegated);
  });
}

/** Returns the sentences of a text that end with no question mark. */
function statementsOf(text: string): string {
  const sentences = text.split(/(?<=[.!?])(?=\s)|(?<=[。！？\n])/u);
  return sentences.filter((one) => !/[?？]\s*$/u.test(one)).join("");
}

interface Overlap {
  readonly common: readonly string[];
  readonly strong: readonly string[];
  readonly novel: readonly string[];
}

function isRepeated({ common, strong, novel }: Overlap): boolean {
  if (strong.length > 0) return common.length >= 2 || 2 * common.length >= novel.length;
  return common.length >= 3 && common.length >= LEAST_SHARE * novel.length;
}

/** Returns the terms that a few trusted passages leave unexplained. */
function unexplained(terms: readonly string[], trusted: TextIndex): readonly string[] {
  let left = terms;
  for (let count = 0; count < MOST_EXPLAINING && left.length > 0; count += 1) {
    const explained = new Set(trusted.best(left).get(0));
    if (explained.size === 0) break;
    left = left.filter((term) => !explained.has(term));
  }
  return left;
}

function isStrong(term: string, names: ReadonlySet<string>): boolean {
  return DISTINCT.test(term) || names.has(term);
}

/** Returns the terms of words with a capital inside a sentence. */
function namesOf(text: string): ReadonlySet<string> {
  return new Set((text.match(NAME) ?? []).flatMap(termsOf));
}

function termsOf(text: string): readonly string[] {
  // With one more term, a text of stop words has no others.
  const terms = queryTerms(`${OTHER} ${text}`);
  return terms.filter((term) => term !== OTHER && !SINGLE.test(term) && !REPORTING.has(term));
}

function sentencesOf(text: string): readonly string[] {
  return text
    .split(ENDS)
    .flatMap((part) => (part.length > MAX_PART ? (part.match(PARTS) ?? []) : [part]))
    .filter((part) => part.trim() !== "");
}

function isNegated(text: string): boolean {
  return NEGATIONS.test(text);
}
