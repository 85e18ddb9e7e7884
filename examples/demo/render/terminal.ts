import type { Palette } from "./palette.ts";
import { displayWidth, truncate } from "./text-width.ts";

/** The output of the demo: its lines, width and styles. */
export interface Terminal {
  readonly width: number;
  readonly palette: Palette;
  /** Folder of the user, for short paths. */
  readonly cwd: string;
  readonly write: (line?: string) => void;
}

const DEFAULT_WIDTH = 100;
const MIN_WIDTH = 48;
/** Longer lines are hard to read. */
const MAX_WIDTH = 120;

/** Returns the columns to use of a stream; `undefined` if it is not a terminal. */
export function usableWidth(columns: number | undefined): number {
  return Math.min(Math.max(columns ?? DEFAULT_WIDTH, MIN_WIDTH), MAX_WIDTH);
}

/** Text from outside as one line that cannot steer the terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+|\s+/gu, " ").trim();
}

/** One text at the left and one at the right edge; the left one is cut where both do not fit. */
export function leftAndRight(
  { width }: Terminal,
  left: { readonly text: string; readonly style: (text: string) => string },
  right: { readonly text: string; readonly style: (text: string) => string },
): string {
  const shown = truncate(left.text, Math.max(width - displayWidth(right.text) - 2, 16));
  const gap = Math.max(width - displayWidth(shown) - displayWidth(right.text), 2);
  return `${left.style(shown)}${" ".repeat(gap)}${right.style(right.text)}`;
}

/** Formats a number as in English: 1,234. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** "1 document", "2 documents". */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
