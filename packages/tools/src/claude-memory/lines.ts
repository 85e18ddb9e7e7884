import { ToolMistake } from "./tool-mistake.js";

const MAX_LINES = 999_999;
const NUMBER_WIDTH = 6;
/** How many lines are shown before and after one that was changed. */
const AROUND = 2;

/** The lines of a text with their numbers, all or those of a range. */
export function showFile(
  given: string,
  text: string,
  range: readonly number[] | null | undefined,
): string {
  const lines = text.split("\n");
  if (lines.length > MAX_LINES) {
    throw new ToolMistake(
      "invalid-input",
      `File ${given} has too many lines (${lines.length}). Maximum is 999,999 lines.`,
    );
  }
  const [first, last] = range?.length === 2 ? range : [];
  const start = first === undefined ? 0 : Math.max(1, first) - 1;
  const end = last === undefined || last === -1 ? lines.length : last;
  const shown = numbered(lines.slice(start, end), start + 1);
  return `Here's the content of ${given} with line numbers:\n${shown}`;
}

/** The lines around a change. */
export function showChange(text: string, line: number): string {
  const start = Math.max(0, line - 1 - AROUND);
  const shown = numbered(text.split("\n").slice(start, line + AROUND), start + 1);
  return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${shown}`;
}

function numbered(lines: readonly string[], first: number): string {
  return lines
    .map((line, index) => `${String(first + index).padStart(NUMBER_WIDTH, " ")}\t${line}`)
    .join("\n");
}
