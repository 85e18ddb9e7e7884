/** A block of code between fences, with its indentation. */
const FENCED = /^(?<indent>[ \t]*)(?<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\k<fence>[ \t]*$/gmu;
const DELIMITERS = /^\|(?: *:?-+:? *\|)+$/u;
const LINK_DEFINITION = /^\[[^\]]+\]: /u;

/**
 * Lists the rows of tables on a page that do not render as cells of their table, each with its line
 * number.
 */
export function tableProblems(page: string): readonly string[] {
  // Line numbers stay as they are.
  const prose = page.replaceAll(FENCED, (block) => block.replaceAll(/[^\n]/gu, ""));
  const lines = prose.split("\n").map((line) => line.replace(/^[ \t>]*/u, "").trimEnd());
  const problems: string[] = [];
  let columns: number | undefined;
  for (const [index, line] of lines.entries()) {
    const add = (problem: string): number => problems.push(`line ${index + 1}: ${problem}`);
    const isRow = line.startsWith("|");
    if (isRow && columns === undefined) {
      columns = cellsOf(line).length;
      if (!DELIMITERS.test(lines[index + 1] ?? "")) add("row is outside of a table");
      else if (cellsOf(lines[index + 1] ?? "").length !== columns) add("header has other columns");
    } else if (isRow) {
      const { length } = cellsOf(line);
      if (length !== columns) add(`row has ${length} cells, its header ${columns}`);
    } else {
      if (columns !== undefined && line !== "") add("text joins the table above it");
      columns = undefined;
    }
    if (isRow && cellsOf(line).some((cell) => LINK_DEFINITION.test(cell))) {
      add("link definition is in a table");
    }
  }
  return problems;
}

/** Splits a row at its unescaped pipes, as GitHub does, also in code. */
function cellsOf(row: string): readonly string[] {
  const inner = row.replace(/^\|/u, "").replace(/(?<!\\)\|$/u, "");
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim());
}
