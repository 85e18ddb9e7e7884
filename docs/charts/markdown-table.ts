/** A column of a table. */
export interface Column<Row> {
  readonly heading: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => string;
}

/** A Markdown table as the formatter writes it: cells as wide as the widest of their column. */
export function markdownTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const drawn = columns.map(({ heading, isNumber = false, cell }) => {
    const cells = [heading, ...rows.map((row) => cell(row))];
    const width = Math.max(...cells.map(({ length }) => length));
    const [head = "", ...rest] = cells.map((text) =>
      isNumber ? text.padStart(width) : text.padEnd(width),
    );
    const rule = isNumber ? `${"-".repeat(width - 1)}:` : "-".repeat(width);
    return [head, rule, ...rest];
  });
  const lines = drawn[0] ?? [];
  return lines.map((_, line) => `| ${drawn.map((cells) => cells[line]).join(" | ")} |`).join("\n");
}
