// By its default export: Bun has no `diff`, and needs none before a command shows changes.
import util from "node:util";

import { shown } from "../../output/shown.js";
import type { Style } from "../../output/style.js";

const AROUND = 3;

/** Returns the lines that a change of a text removes and adds, with some around them. */
export function showChanges(
  before: string,
  after: string,
  { good, bad, faint }: Style,
): readonly string[] {
  const entries = util.diff(linesOf(before), linesOf(after)).map(([operation, line]) => ({
    operation,
    line: shown(line),
  }));
  const isNear = entries.map((_, index) =>
    entries
      .slice(Math.max(0, index - AROUND), index + AROUND + 1)
      .some(({ operation }) => operation !== 0),
  );
  return entries.flatMap(({ operation, line }, index) => {
    if (isNear[index] !== true) return isNear[index - 1] === true ? [faint("  …")] : [];
    if (operation === 0) return [faint(`  ${line}`)];
    return [operation === 1 ? bad(`- ${line}`) : good(`+ ${line}`)];
  });
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\r?\n$/u, "").split(/\r?\n/u);
}
