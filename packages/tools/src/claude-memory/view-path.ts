import { invalidCommand, noSuchPath } from "./command-error.js";
import type { ClaudeViewCommand } from "./commands.js";
import type { FilePath } from "./file-path.js";
import { textOf, type FileRecords } from "./file-records.js";
import { listDirectory } from "./list-directory.js";

const MAX_LINES = 999_999;
const NUMBER_WIDTH = 6;
/** Lines shown before and after a change. */
const CONTEXT_LINES = 2;

/** Shows a file or a directory. @throws `not-found` if there is neither. */
export async function viewPath(
  files: FileRecords,
  path: FilePath,
  range: ClaudeViewCommand["view_range"],
): Promise<string> {
  const file = await files.file(path.key);
  if (file) return showFile(path.given, textOf(file), range);
  if (await files.isDirectory(path.key)) return listDirectory(files, path);
  throw noSuchPath(path.given);
}

/** Returns the lines of a text with their numbers, all or those of a range. */
function showFile(
  given: string,
  text: string,
  range: readonly number[] | null | undefined,
): string {
  const lines = text.split("\n");
  if (lines.length > MAX_LINES) {
    throw invalidCommand(
      `File ${given} has too many lines (${lines.length}). Maximum is 999,999 lines.`,
    );
  }
  const [first, last] = range?.length === 2 ? range : [];
  const start = first === undefined ? 0 : Math.max(1, first) - 1;
  const end = last === undefined || last === -1 ? lines.length : last;
  const shown = numbered(lines.slice(start, end), start + 1);
  return `Here's the content of ${given} with line numbers:\n${shown}`;
}

/** Returns the lines around a change. */
export function showChange(text: string, line: number): string {
  const start = Math.max(0, line - 1 - CONTEXT_LINES);
  const shown = numbered(text.split("\n").slice(start, line + CONTEXT_LINES), start + 1);
  return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${shown}`;
}

function numbered(lines: readonly string[], first: number): string {
  return lines
    .map((line, index) => `${String(first + index).padStart(NUMBER_WIDTH, " ")}\t${line}`)
    .join("\n");
}
