import type { ClaudeInsertCommand, ClaudeStrReplaceCommand } from "./commands.js";
import { showChange } from "./lines.js";
import { ToolMistake } from "./tool-mistake.js";

/** What becomes of the text of a file, and what is answered then. */
export interface Edit {
  readonly text: string;
  readonly answer: string;
}

/**
 * Replaces a text that is there once.
 * @throws `invalid-input` if it is not there, or in several lines.
 */
export function replaceText(text: string, command: ClaudeStrReplaceCommand): Edit {
  const { path, old_str: old, new_str: replacement } = command;
  const [line, ...more] = linesWith(text, old);
  if (line === undefined) {
    throw wrong(
      `No replacement was performed, old_str \`${old}\` did not appear verbatim in ${path}.`,
    );
  }
  if (more.length > 0) {
    throw wrong(
      `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${[line, ...more].join(", ")}. Please ensure it is unique`,
    );
  }
  const changed = text.replace(old, () => replacement);
  return { text: changed, answer: showChange(changed, line) };
}

/**
 * Inserts lines.
 * @throws `invalid-input` for a line that the file has not.
 */
export function insertText(text: string, command: ClaudeInsertCommand): Edit {
  const { path, insert_line: line, insert_text: inserted } = command;
  const lines = text.split("\n");
  if (line < 0 || line > lines.length) {
    throw wrong(
      `Invalid \`insert_line\` parameter: ${line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  }
  const changed = lines.toSpliced(line, 0, inserted.replace(/\n$/u, ""));
  return { text: changed.join("\n"), answer: `The file ${path} has been edited.` };
}

/** The numbers of the lines that a text is in, or begins in. Twice in one line is once. */
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

function wrong(message: string): ToolMistake {
  return new ToolMistake("invalid-input", message);
}
