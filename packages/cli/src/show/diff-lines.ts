import type { Screen } from "../output/printer.js";
import { shown } from "../output/shown.js";
import { wrap } from "../output/wrap.js";
import { diffWords, type DiffPart } from "./diff-words.js";

/** Characters that are kept at each end of what did not change. */
const KEPT = 120;
const MOST_CHANGED = 1000;

/** Returns how a text became another one: removed and added words are coloured, or marked. */
export function diffLines(
  before: string,
  after: string,
  { columns, style }: Screen,
): readonly string[] {
  const isColoured = style.bad("x") !== "x";
  const parts = diffWords(before, after);
  const text = parts.map((part, index) => {
    const safe = shown(
      shortened(part, { isFirst: index === 0, isLast: index === parts.length - 1 }),
    );
    if (part.type === "same") return safe;
    if (part.type === "removed") return isColoured ? style.bad(safe) : `[-${safe}-]`;
    return isColoured ? style.good(safe) : `{+${safe}+}`;
  });
  return wrap(text.join("").trim(), columns);
}

function shortened(
  { type, text }: DiffPart,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  if (type !== "same") {
    return text.length <= MOST_CHANGED ? text : `${text.slice(0, MOST_CHANGED)} …`;
  }
  if (text.length <= 3 * KEPT) return text;
  return [isFirst ? "" : text.slice(0, KEPT), isLast ? "" : text.slice(-KEPT)].join(" … ");
}
