import { queryTerms } from "../text/terms.js";

/** A part of a text, from one index up to another. */
export interface Passage {
  readonly from: number;
  readonly to: number;
}

/** Most units of a text that are searched for words. */
const MAX_SEARCHED = 262_144;
const MAX_WORDS = 24;
/** Most matches of one word: a frequent one tells little. */
const MAX_MATCHES = 300;
/** The most that repetitions of words weigh. */
const REPETITION = 0.01;
/** Most of a passage that lies between the first and the last word. */
const MOST_SPAN = 0.75;

const ASCII_WORD = /^[a-z0-9]/u;
/** After these a sentence or a line has ended. */
const END = /[.!?]["')\]]?\s+|[。！？；]["'」』”’）]?\s*|\n\s*/gu;
const SPACE = /\s+/gu;

/** Returns the words of a query as they are searched for in texts: stems and bigrams. */
export function passageWords(query: string): readonly string[] {
  const terms = queryTerms(query);
  const words = terms.filter((term) => term.length > 1);
  // The stemmer makes "happi" of "happy".
  return (words.length > 0 ? words : terms)
    .slice(0, MAX_WORDS)
    .map((word) => (/^[a-z]{3,}i$/u.test(word) ? word.slice(0, -1) : word));
}

/** Finds the passage of at most `length` units that has the most of the words, or the beginning. */
export function bestPassage(text: string, words: readonly string[], length: number): Passage {
  const { from, to } = densest(matchesOf(text, words), length);
  const spare = Math.max(0, length - (to - from));
  const earliest = Math.max(0, Math.min(from - Math.floor(spare / 2), text.length - length));
  const firstBorder = (): number =>
    bordersIn(text, earliest, from)[0] ?? notInside(text, Math.min(earliest, from));
  const start = earliest === 0 ? 0 : firstBorder();
  const end = Math.min(text.length, start + length);
  if (end === text.length) return { from: start, to: end };
  const least = Math.max(to, start + Math.floor(length / 2));
  return { from: start, to: bordersIn(text, least, end).at(-1) ?? notInside(text, end) };
}

/** Returns a passage as it is shown: marked where something is left out. */
export function passageText(text: string, { from, to }: Passage): string {
  const before = from > 0 ? "…" : "";
  return `${before}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}

/** A part that is a word, with the index and weight of that: less for one that is often there. */
type Match = Passage & { readonly word: number; readonly weight: number };

function matchesOf(text: string, words: readonly string[]): readonly Match[] {
  const searched = text.slice(0, MAX_SEARCHED);
  const lower = searched.toLowerCase();
  // A few characters change their length with their case, which would shift the matches.
  const folded = lower.length === searched.length ? lower : searched;
  const matches = words.flatMap((letters, word) => {
    const begins = ASCII_WORD.test(letters);
    const found: number[] = [];
    for (let at = folded.indexOf(letters); at !== -1 && found.length < MAX_MATCHES;) {
      if (!begins || at === 0 || !ASCII_WORD.test(folded.charAt(at - 1))) found.push(at);
      at = folded.indexOf(letters, at + letters.length);
    }
    const weight = 1 / Math.sqrt(found.length);
    return found.map((from): Match => ({ word, weight, from, to: from + letters.length }));
  });
  return matches.toSorted((a, b) => a.from - b.from);
}

/** Finds the stretch with the most weight of different words, then with the most words. */
function densest(matches: readonly Match[], length: number): Passage {
  const counts = new Map<number, number>();
  let best: Passage = { from: 0, to: 0 };
  let most = 0;
  let weight = 0;
  let first = 0;
  for (const [last, match] of matches.entries()) {
    const before = counts.get(match.word) ?? 0;
    counts.set(match.word, before + 1);
    if (before === 0) weight += match.weight;
    for (let other = matches[first]; other; other = matches[first]) {
      if (other === match || match.to - other.from <= length * MOST_SPAN) break;
      const left = (counts.get(other.word) ?? 0) - 1;
      counts.set(other.word, left);
      if (left === 0) weight -= other.weight;
      first += 1;
    }
    const score = weight + (REPETITION * (last - first)) / matches.length;
    if (score <= most) continue;
    most = score;
    best = { from: matches[first]?.from ?? 0, to: match.to };
  }
  return best;
}

/** Finds the starts of sentences and lines in a part of a text, or else of words. */
function bordersIn(text: string, from: number, to: number): readonly number[] {
  const part = text.slice(from, to);
  const ends = [...part.matchAll(END)];
  const matches = ends.length > 0 ? ends : [...part.matchAll(SPACE)];
  return matches.map((match) => from + match.index + match[0].length);
}

/** Moves out of the middle of a character of two units. */
function notInside(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at;
}
