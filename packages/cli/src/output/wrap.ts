import { atomsOf, displayWidth } from "./width.js";

/** Characters that may not begin a line: closing brackets, punctuation, small kana. */
const NO_BEGINNING = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー々〻ぁぃぅぇぉっゃゅょァィゥェォッャュョ～…—]/u;
/** Characters that may not end a line: opening brackets. */
const NO_END = /[\p{Ps}\p{Pi}]$/u;

/**
 * Returns text in lines of at most `columns`: broken at spaces, between Chinese or Japanese
 * characters but never before their punctuation, and inside words that are too long. Line feeds
 * stay, and so does the room that a line begins with.
 */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(2, columns);
  return text
    .split("\n")
    .flatMap((line) => wrapLine(line.replaceAll("\t", "    ").trimEnd(), width));
}

/** Returns text wrapped to `columns`, with `indent` before each line; `first` before the first. */
export function wrapIndented(
  text: string,
  columns: number,
  { indent, first = indent }: { readonly indent: string; readonly first?: string },
): string[] {
  const room = columns - Math.max(displayWidth(indent), displayWidth(first));
  return wrap(text, room).map((line, index) =>
    line === "" ? "" : `${index === 0 ? first : indent}${line}`,
  );
}

function wrapLine(line: string, columns: number): string[] {
  if (displayWidth(line) <= columns) return [line];
  const lines: string[] = [];
  let [current, room] = ["", columns];
  for (const piece of piecesOf(line)) {
    const width = displayWidth(piece.text);
    const space = current === "" && lines.length > 0 ? 0 : piece.space;
    if (space + width <= room) {
      current += " ".repeat(space) + piece.text;
      room -= space + width;
      continue;
    }
    if (current !== "") lines.push(current);
    const rest = width > columns ? cut(piece.text, columns) : [piece.text];
    current = rest.pop() ?? "";
    lines.push(...rest);
    room = columns - displayWidth(current);
  }
  return [...lines, current];
}

/** A part of a line that is not broken, with the spaces before it. */
interface Piece {
  readonly text: string;
  readonly space: number;
}

function piecesOf(line: string): readonly Piece[] {
  return [...line.matchAll(/( *)([^ ]+)/gu)].flatMap(([, spaces = "", word = ""]) => {
    const [first = "", ...others] = /[^\u0020-\u10FF]/u.test(word) ? partsOf(word) : [word];
    return [{ text: first, space: spaces.length }, ...others.map((text) => ({ text, space: 0 }))];
  });
}

/** Returns the parts of a word between which a line may end. */
function partsOf(word: string): readonly string[] {
  const parts: string[] = [];
  let wasWide = false;
  for (const atom of atomsOf(word)) {
    const width = displayWidth(atom);
    const isWide = width > 1;
    const before = parts.at(-1);
    const isBreak =
      width > 0 && (isWide || wasWide) && !NO_BEGINNING.test(atom) && !NO_END.test(before ?? "");
    if (before === undefined || isBreak) parts.push(atom);
    else parts[parts.length - 1] = before + atom;
    if (width > 0) wasWide = isWide;
  }
  return parts;
}

function cut(word: string, columns: number): string[] {
  const lines = [""];
  for (const atom of atomsOf(word)) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && displayWidth(last) + displayWidth(atom) > columns) lines.push(atom);
    else lines[lines.length - 1] = last + atom;
  }
  return lines;
}
