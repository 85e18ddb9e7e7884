/** The tokens that every vocabulary starts with; the place is the id. */
export const SPECIAL_TOKENS: readonly string[] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

const ALPHABET = Array.from("abcdefghijklmnopqrstuvwxyz0123456789");
const SIGNS = Array.from(`.,;:!?'"()-/$%&@#+=*_，。？！、；：《》“”（）`);
const IS_LATIN = /^[a-z0-9]+$/u;
const FIRST_HAN = 0x4e00;

/**
 * A vocabulary of word pieces for a text: special tokens, letters and signs (so that every word of
 * these letters can be spelled), the Chinese characters of the text, the longer pieces that are
 * most frequent, and Chinese characters in the order of Unicode up to the size. Pieces are joined
 * as in byte-pair encoding: the pair that is met most often first, at a tie the lesser one.
 */
export function wordPieces(text: string, size: number): readonly string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+|\p{Script=Han}/gu) ?? [];
  const vocabulary = new Set([
    ...SPECIAL_TOKENS,
    ...SIGNS,
    ...ALPHABET,
    ...ALPHABET.map((letter) => `##${letter}`),
    ...words.filter((word) => !IS_LATIN.test(word)).toSorted(byCodePoints),
  ]);
  if (vocabulary.size > size) throw new RangeError(`a vocabulary has at least ${vocabulary.size}`);
  joinPairs(vocabulary, countWords(words), size);
  for (let point = FIRST_HAN; vocabulary.size < size; point += 1) {
    vocabulary.add(String.fromCodePoint(point));
  }
  return [...vocabulary];
}

interface CountedWord {
  readonly count: number;
  pieces: readonly string[];
}

function countWords(words: readonly string[]): readonly CountedWord[] {
  const counts = new Map<string, number>();
  for (const word of words.filter((each) => IS_LATIN.test(each))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => {
    return { count, pieces: Array.from(word, (sign, at) => (at === 0 ? sign : `##${sign}`)) };
  });
}

function joinPairs(vocabulary: Set<string>, words: readonly CountedWord[], size: number): void {
  while (vocabulary.size < size) {
    const best = mostFrequentPair(words);
    if (best === undefined) return;
    for (const word of words) word.pieces = join(word.pieces, best);
    vocabulary.add(joined(best));
  }
}

type Pair = readonly [left: string, right: string];

function joined([left, right]: Pair): string {
  return left + right.slice(2);
}

/** `undefined` where no pair is met twice. */
function mostFrequentPair(words: readonly CountedWord[]): Pair | undefined {
  const counts = new Map<string, number>();
  for (const { count, pieces } of words) {
    for (let at = 1; at < pieces.length; at += 1) {
      const pair = `${pieces[at - 1]} ${pieces[at]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + count);
    }
  }
  const [best] = [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([a, countA], [b, countB]) => countB - countA || byCodePoints(a, b));
  const [left, right] = best?.[0].split(" ") ?? [];
  return left === undefined || right === undefined ? undefined : [left, right];
}

function join(pieces: readonly string[], [left, right]: Pair): readonly string[] {
  const result: string[] = [];
  for (const piece of pieces) {
    if (piece === right && result.at(-1) === left) result.push(joined([result.pop() ?? "", right]));
    else result.push(piece);
  }
  return result;
}

function byCodePoints(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
