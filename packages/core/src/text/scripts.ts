/** A range of UTF-16 units that belong to one script; `spaced`: its words are written apart. */
interface ScriptRange {
  readonly from: number;
  readonly to: number;
  readonly script: number;
  readonly spaced: boolean;
}

const LATIN = 0;
const SCRIPT_COUNT = 9;
/** Bits of `traits` that are scripts. */
const SCRIPTS = 0xff_ff;

/**
 * Main blocks of scripts that share no words, the common ones first: Latin, Chinese and Japanese,
 * Hangul, Cyrillic, Arabic, Devanagari, Greek, Hebrew, Thai.
 */
const RANGES: readonly ScriptRange[] = [
  { from: 0x41, to: 0x5a, script: LATIN, spaced: true },
  { from: 0x61, to: 0x7a, script: LATIN, spaced: true },
  { from: 0x3400, to: 0x9fff, script: 1, spaced: false },
  { from: 0x3040, to: 0x30ff, script: 1, spaced: false },
  { from: 0xf900, to: 0xfaff, script: 1, spaced: false },
  { from: 0xc0, to: 0x24f, script: LATIN, spaced: true },
  { from: 0xac00, to: 0xd7a3, script: 2, spaced: false },
  { from: 0x400, to: 0x52f, script: 3, spaced: true },
  { from: 0x600, to: 0x6ff, script: 4, spaced: true },
  { from: 0x900, to: 0x97f, script: 5, spaced: true },
  { from: 0x370, to: 0x3ff, script: 6, spaced: true },
  { from: 0x590, to: 0x5ff, script: 7, spaced: true },
  { from: 0xe00, to: 0xe7f, script: 8, spaced: false },
];

const ASCII_ONLY = /^\p{ASCII}*$/u;
const ASCII_LETTER = /[A-Za-z]/u;

const SAMPLE_LENGTH = 500;
/** A text is written in a script if at least this share of its words is. */
const LEAST_SHARE = 0.2;

/** Number of words (or characters, where there are no spaces) of a text in each script. */
export type ScriptCounts = readonly number[];

/** Counts the words of each script at the beginning of a text. */
export function countScripts(text: string): ScriptCounts {
  const counts = Array.from({ length: SCRIPT_COUNT }, () => 0);
  const length = Math.min(text.length, SAMPLE_LENGTH);
  let previous: number | undefined;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(index);
    const range = rangeOf(unit);
    const goesOn = range?.spaced === true && range.script === previous;
    if (range && !goesOn) counts[range.script] = (counts[range.script] ?? 0) + 1;
    previous = range?.script;
  }
  return counts;
}

function rangeOf(unit: number): ScriptRange | undefined {
  for (const range of RANGES) if (unit >= range.from && unit <= range.to) return range;
  return undefined;
}

/** Returns the scripts that a text is written in, as bits; 0 if it has no letters. */
export function textScripts(text: string): number {
  // Most texts, and ten times as fast.
  if (ASCII_ONLY.test(text)) return ASCII_LETTER.test(text) ? 1 << LATIN : 0;
  const counts = countScripts(text);
  const least = LEAST_SHARE * counts.reduce((total, count) => total + count, 0);
  return counts.reduce((bits, n, script) => (n > 0 && n >= least ? bits | (1 << script) : bits), 0);
}

/** Returns the share of the query's words that are in scripts of a text; 1 if either has none. */
export function comparableShare(query: ScriptCounts, traits: number): number {
  if ((traits & SCRIPTS) === 0) return 1;
  let asked = 0;
  let shared = 0;
  for (let script = 0; script < query.length; script += 1) {
    const count = query[script] ?? 0;
    asked += count;
    if ((traits & (1 << script)) !== 0) shared += count;
  }
  return asked === 0 ? 1 : shared / asked;
}
