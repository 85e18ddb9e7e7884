import { normalizeForDuplicates } from "./normalize.js";

/** Longer texts are compared by their ends before they are compared as a whole. */
const LONG = 4_096;
/** Units of each end that are read, and of these, units that are compared. */
const READ = 1_024;
const COMPARED = 256;

/** Parts that change the tone of a text, but nothing that it says. */
const TONE: readonly (readonly [found: RegExp, instead: string])[] = [
  [/[’ʼ]/gu, "'"],
  [
    /^(?:oh|well|hey|hi|hello|yeah|um+|uh|hmm+|okay|ok|btw|by the way|actually|嗯|哦|噢|哎|嗨)\s?[,!，！…]\s*/iu,
    "",
  ],
  [/(?<![\s.!。！…])[\s.!。！…]+$/u, ""],
  [/^(?:an?|the) (?=\p{L}{2})/iu, ""],
  [
    /\b(?:the|an|(?<=\b(?:is|am|are|was|as|has|have|had|in|at|on|of|to|for|with|by|from|and|'m|'re) )a) (?=\p{L}{2})/gu,
    "",
  ],
  [/(?<!\bnot )(?<!n't )\b(?:very|really) (?=[a-z])|(?<!不)(?:非常|很)/gu, ""],
  [/\bcan(?:'t| not)\b/giu, "cannot"],
  [/\bwon't\b/giu, "will not"],
  [/n't\b/giu, " not"],
  [/(?<=\bI)'m\b/giu, " am"],
  [/'re\b/giu, " are"],
];
const TAIL = 32;
const LAST_LETTERS =
  /(?:\p{Script=Han}{1,2}|(?:(?!\p{Script=Han})[\p{L}\p{N}]){1,4})(?=[^\p{L}\p{N}]*$)/u;
const WORD = /\p{L}+/gu;
/** Words in capitals stay: "it" is not "IT". */
const CAPITALS = /^\p{Lu}{2,}$/u;

/**
 * Makes a key for each text, equal for those that say the same, in other spaces, case, articles and
 * interjections. Whatever carries a value, a name, a time or a denial counts. Long ones are
 * compared by ends, then as they are.
 */
export function duplicateKeys(texts: readonly string[]): readonly string[] {
  const ends = texts.map(endOf);
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return texts.map((text, index) => {
    const end = ends[index] ?? "";
    return counts.get(end) === 1 ? `end ${end}` : `text ${keyOf(text)}`;
  });
}

/** Makes the same keys for what somebody said: two people who say the same differ. */
export function saidKeys(
  all: readonly { readonly content: string; readonly speaker?: string }[],
): readonly string[] {
  const keys = duplicateKeys(all.map(({ content }) => content));
  return keys.map((key, index) => `${key}\0${all[index]?.speaker ?? ""}`);
}

/** Returns a part that is equal in texts that say the same, and quickly found. */
function endOf(text: string): string {
  if (text.length > LONG) {
    const first = normalizeForDuplicates(text.slice(0, READ)).slice(0, COMPARED);
    const last = normalizeForDuplicates(text.slice(-READ)).slice(-COMPARED);
    if (Math.min(first.length, last.length) === COMPARED) return `${first}\0${last}`;
  }
  const tail = text.trimEnd().slice(-TAIL).normalize("NFC").toLowerCase();
  return LAST_LETTERS.exec(tail)?.[0] ?? "";
}

function keyOf(text: string): string {
  const plain = normalizeForDuplicates(text);
  if (plain.length > LONG) return plain;
  const key = TONE.reduce((said, [found, instead]) => said.replace(found, instead), plain);
  return key.replaceAll(WORD, (word) => (CAPITALS.test(word) ? word : word.toLowerCase()));
}
