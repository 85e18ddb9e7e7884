/** Takes two columns of a terminal: East Asian wide and full-width characters, and pictograms. */
const WIDE =
  /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFE30-\uFE4F\uFF01-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}|.\uFE0F)/u;
const INVISIBLE = /^[\p{M}\p{Cf}]+$/u;
const ASCII = /^[ -~]*$/;
/** Never at the beginning of a line. */
const CLOSING = /^[，。、；：？！）」』”’》,.;:?!)]$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Columns that a text takes in a terminal. It must not hold control characters or escape sequences.
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  return characters(text).reduce((sum, character) => sum + widthOf(character), 0);
}

/** The text, or as much of its beginning as fits, with `…`. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let used = 1;
  let kept = "";
  for (const character of characters(text)) {
    used += widthOf(character);
    if (used > width) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** The text with blanks behind it, up to the width. */
export function padEnd(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(width - displayWidth(text), 0))}`;
}

/** The text with blanks before it, up to the width. */
export function padStart(text: string, width: number): string {
  return `${" ".repeat(Math.max(width - displayWidth(text), 0))}${text}`;
}

/**
 * The text in lines of at most this width, broken at blanks where there are some, or between wide
 * characters.
 */
export function wrap(text: string, width: number): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let rest = characters(line);
  for (;;) {
    const fitting = countFitting(rest, width);
    if (fitting === rest.length) return [...lines, rest.join("")];
    const blank = rest.slice(0, fitting + 1).lastIndexOf(" ");
    const wideAt = rest.slice(0, fitting).findLastIndex((character) => widthOf(character) === 2);
    const end = Math.max(blank, wideAt + 1);
    let cut = end > 0 ? end : fitting;
    while (cut > 1 && CLOSING.test(rest[cut] ?? "")) cut -= 1;
    lines.push(rest.slice(0, cut).join("").trimEnd());
    rest = rest.slice(rest[cut] === " " ? cut + 1 : cut);
  }
}

function countFitting(text: readonly string[], width: number): number {
  let used = 0;
  const over = text.findIndex((character) => {
    used += widthOf(character);
    return used > width;
  });
  return over === -1 ? text.length : Math.max(over, 1);
}

function characters(text: string): readonly string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function widthOf(character: string): number {
  if (INVISIBLE.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
