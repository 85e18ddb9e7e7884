import { MAX_PASSAGE, type Passage, withoutRepeats } from "./passage.js";

/** Divides a text into its paragraphs. */
export function splitText(text: string): readonly Passage[] {
  const paragraphs = text.split(/\n[^\S\n]*(?:\n[^\S\n]*)+/u);
  return withoutRepeats(
    paragraphs
      .flatMap((paragraph) => splitLong(paragraph, MAX_PASSAGE))
      .map((piece) => ({ headings: [], text: piece })),
  );
}

/** Ends of lines, sentences and words, where a text is cut, the best first. */
const CUTS = [/\n/gu, /(?<=[.!?…]["”’)]?)\s|(?<=[。！？；])/gu, /\s/gu] as const;

/** Joins blocks of text as long as they fit, and cuts those that are too long on their own. */
export function packBlocks(blocks: readonly string[], max: number): readonly string[] {
  const packed: string[] = [];
  let open: string | undefined;
  for (const block of blocks.flatMap((one) => splitLong(one, max))) {
    const joined = open === undefined ? block : `${open}\n\n${block}`;
    if (joined.length > max && open !== undefined) packed.push(open);
    open = joined.length > max ? block : joined;
  }
  return open === undefined ? packed : [...packed, open];
}

/** Cuts a text into pieces of at most `max` characters, at ends of lines or sentences. */
export function splitLong(text: string, max: number): readonly string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > max) {
    const at = cutOf(rest, max);
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return rest === "" ? pieces : [...pieces, rest];
}

function cutOf(text: string, max: number): number {
  const start = text.slice(0, max + 1);
  for (const cut of CUTS) {
    const last = [...start.matchAll(cut)].findLast(({ index }) => index > max / 3 && index <= max);
    if (last !== undefined) return last.index;
  }
  // Never between the halves of one character.
  return /[\uD800-\uDBFF]/u.test(text.charAt(max - 1)) ? max - 1 : max;
}
