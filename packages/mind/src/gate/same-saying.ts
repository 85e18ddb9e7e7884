import type { Fact, NewFact } from "../model/fact.js";
import { hasNegation } from "../text/negation.js";
import { numbersOf } from "../text/numbers.js";

/** Least share of the longer one's words that the shorter one has. */
const LEAST_SHARE = 0.6;
const WORDS = /\p{sc=Han}|(?:(?!\p{sc=Han})[\p{L}\p{N}\p{M}])+(?:\+\+|#)?/gu;
const FILLERS =
  /^(?:i|m|me|my|mine|we|our|us|he|she|his|her|they|their|the|an?|this|that|is|am|are|be|s|ve|has|have|and|also|very|really|user|我|的|他|她|它|们|了|用|户|也|很)$/u;

/** A fact, old or new. */
type Said = Pick<Fact | NewFact, "text" | "subject" | "attribute" | "value">;

/** Parts of a fact that are compared, each found once. */
interface Saying {
  readonly words: ReadonlySet<string>;
  readonly isNegated: () => boolean;
  readonly numbers: () => string;
}

/** Compares facts of a batch. */
export class Sayings {
  readonly #known = new WeakMap<Said, Saying>();

  /**
   * Returns true if the second fact says all that the first one says: the words of the first are
   * most of those of the second, with the same numbers and negation, and no other attribute.
   */
  saysAllOf(first: Said, second: Said): boolean {
    if (first.subject !== second.subject || contradictsAttribute(first, second)) return false;
    const [fewer, more] = [this.#sayingOf(first), this.#sayingOf(second)];
    const { size } = fewer.words;
    if (size === 0 || size > more.words.size || size < LEAST_SHARE * more.words.size) return false;
    for (const word of fewer.words) if (!more.words.has(word)) return false;
    return fewer.isNegated() === more.isNegated() && fewer.numbers() === more.numbers();
  }

  #sayingOf(said: Said): Saying {
    const known = this.#known.get(said) ?? {
      words: wordsOf(said),
      isNegated: once(() => hasNegation(said.text)),
      numbers: once(() => [...numbersOf(said.text)].join()),
    };
    this.#known.set(said, known);
    return known;
  }
}

function once<Value>(find: () => Value): () => Value {
  let found: { readonly value: Value } | undefined;
  return () => (found ??= { value: find() }).value;
}

function contradictsAttribute(first: Said, second: Said): boolean {
  const { attribute, value } = first;
  if (attribute === undefined) return false;
  return attribute !== second.attribute || value !== second.value;
}

/** Returns the words of a fact, equal in the first and third person, without its subject. */
function wordsOf({ text, subject }: Said): ReadonlySet<string> {
  const left = new Set(subject.toLowerCase().match(WORDS));
  const words = text.normalize("NFKC").toLowerCase().match(WORDS) ?? [];
  return new Set(words.filter((word) => !FILLERS.test(word) && !left.has(word)).map(withoutS));
}

function withoutS(word: string): string {
  return word.length > 3 && /[^s]s$/u.test(word) ? word.slice(0, -1) : word;
}
