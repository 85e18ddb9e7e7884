import { displayWidth, pad, truncate } from "./width.js";
import { wrap } from "./wrap.js";

const GAP = 2;
/** Narrowest column of a table that had to be cut. */
const NARROWEST = 4;

interface DefinitionOptions {
  readonly columns: number;
  /** Spaces before each line. @defaultValue `2` */
  readonly indent?: number;
  readonly style?: (term: string) => string;
}

/**
 * Returns lines with a term at the left of each text, which is wrapped; below it where there is not
 * enough room.
 */
export function definitions(
  rows: readonly (readonly [term: string, text: string])[],
  { columns, indent = 2, style = (term) => term }: DefinitionOptions,
): string[] {
  const widest = Math.max(0, ...rows.map(([term]) => displayWidth(term)));
  const limit = Math.max(8, Math.floor(columns * 0.45) - indent);
  const left = Math.min(widest, limit);
  const start = indent + left + GAP;
  const isBelow = columns - start < 20;
  return rows.flatMap(([term, text]) => {
    const room = " ".repeat(indent);
    const first = `${room}${style(term)}`;
    if (isBelow) {
      const below = `${room}  `;
      return [first, ...wrap(text, columns - below.length).map((line) => `${below}${line}`)];
    }
    const lines = wrap(text, columns - start).map((line) => `${" ".repeat(start)}${line}`);
    if (displayWidth(term) > left) return [first, ...lines];
    const [line = ""] = lines;
    const whole = `${first}${" ".repeat(start - indent - displayWidth(term))}${line.trimStart()}`;
    return [whole.trimEnd(), ...lines.slice(1)];
  });
}

interface TableOptions {
  readonly columns: number;
  readonly head?: readonly string[];
  /** Indexes of columns of numbers: aligned at the right, never cut. */
  readonly numbers?: readonly number[];
  readonly style?: (line: string) => string;
}

/**
 * Returns the lines of a table that fits the width: the widest columns are cut, with `…`. Cells
 * have no line feeds.
 */
export function table(
  rows: readonly (readonly string[])[],
  { columns, head, numbers = [], style = (line) => line }: TableOptions,
): string[] {
  const all = head === undefined ? rows : [head, ...rows];
  const count = Math.max(0, ...all.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(0, ...all.map((row) => displayWidth(row[index] ?? ""))),
  );
  fitWidths(widths, columns - GAP * (count - 1), new Set(numbers));
  const lines = all.map((row) =>
    widths
      .map((width, index) =>
        pad(truncate(row[index] ?? "", width), width, numbers.includes(index) ? "left" : "right"),
      )
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
  const [first] = lines;
  return head === undefined || first === undefined ? lines : [style(first), ...lines.slice(1)];
}

/** Takes room from the widest columns until all fit. */
function fitWidths(widths: number[], room: number, fixed: ReadonlySet<number>): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const free = widths.filter((width, index) => !fixed.has(index) && width > NARROWEST);
    const widest = Math.max(...free);
    if (free.length === 0) return;
    widths[widths.findIndex((width, index) => !fixed.has(index) && width === widest)] = widest - 1;
    excess -= 1;
  }
}
