import { invalidCommand } from "./command-error.js";
import type { ClaudeInsertCommand, ClaudeStrReplaceCommand } from "./commands.js";
import { showChange } from "./view-path.js";

/** The new text of a file, and the answer. */
export interface Edit {
  readonly text: string;
  readonly answer: string;
}

/** Replaces a text. @throws `invalid-input` if it occurs nowhere, or in several lines. */
export function replaceText(text: string, command: ClaudeStrReplaceCommand): Edit {
  const { path, old_str: old, new_str: replacement } = command;
  const [line, ...more] = linesWith(text, old);
  if (line === undefined) {
    throw invalidCommand(
      `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`,
    );
  }
  if (more.length > 0) {
    throw invalidCommand(
      `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${[line, ...more].join(", ")}. Please ensure it is unique`,
    );
  }
  const changed = text.replace(old, () => replacement);
  return { text: changed, answer: showChange(changed, line) };
}

/** Inserts lines. @throws `invalid-input` for a line number out of range. */
export function insertText(text: string, command: ClaudeInsertCommand): Edit {
  const { path, insert_line: line, insert_text: inserted } = command;
  const lines = text.split("\n");
  if (line < 0 || line > lines.length) {
    throw invalidCommand(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  }
  const changed = lines.toSpliced(line, 0, inserted.replace(/\n$/u, ""));
  return { text: changed.join("\n"), answer: `The file ${path} has been edited.` };
}

/** Returns the numbers of the lines in which a text begins, each once. */
function linesWith(text: string, sought: string): readonly number[] {
  const lines = text.split("\n");
  if (!sought.includes("\n")) {
    return lines.flatMap((line, index) => (line.includes(sought) ? [index + 1] : []));
  }
  const found: number[] = [];
  let start = 0;
  let at = text.indexOf(sought);
  for (const [index, line] of lines.entries()) {
    if (at === -1) break;
    const next = start + line.length + 1;
    if (at < next) {
      found.push(index + 1);
      at = text.indexOf(sought, next);
    }
    start = next;
  }
  return found;
}
