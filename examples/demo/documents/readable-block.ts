import type { Block } from "./pack-blocks.ts";

/**
 * A block as one reads it aloud: a table as one sentence for each row, and nothing of code.
 * Questions of readers are answered by sentences; a listing that holds the words of a question
 * answers another one.
 */
export function readableBlock(block: Block): Block | undefined {
  if (block.whole === true) return undefined;
  const [head = "", rule = "", ...rows] = block.text.split("\n");
  if (!/^\s*\|[\s|:-]+\|\s*$/u.test(rule)) return block;
  const titles = cellsOf(head);
  return { text: rows.map((row) => toSentence(cellsOf(row), titles)).join("\n") };
}

function cellsOf(row: string): readonly string[] {
  const cells = row.trim().split(/(?<!\\)\|/u);
  return cells.slice(1, -1).map((cell) => cell.replaceAll("\\|", "|").trim());
}

/** "forget: The record goes." of two columns; of more, each cell behind the title of its column. */
function toSentence([name = "", ...cells]: readonly string[], titles: readonly string[]): string {
  const [only] = cells;
  const parts =
    cells.length === 1 && only !== undefined
      ? [only]
      : cells.flatMap((cell, index) => {
          const title = titles[index + 1] ?? "";
          if (cell === "") return [];
          return [title === "" ? cell : `${title}: ${cell}`];
        });
  const said = [name, parts.join("; ")].filter((part) => part !== "").join(": ");
  return /[.!?。！？]$/u.test(said) ? said : `${said}.`;
}
