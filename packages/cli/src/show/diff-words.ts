// By its default export: Bun has no `diff`, and needs none before a command shows changes.
import util from "node:util";

/** A part of two texts: in both, only in the earlier, or only in the later one. */
export interface DiffPart {
  /** Where it is. */
  readonly type: "same" | "removed" | "added";
  /** Its text. */
  readonly text: string;
}

/** Words, spaces, and single characters of everything else, such as Chinese. */
const TOKEN =
  /(?:[^\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*)+|\p{N}+|\s+|.[\p{M}\uFE0F]*/gsu;
/** Most words that are compared; of longer texts the whole middle is replaced. */
const MOST_TOKENS = 3000;
const TYPES = { "-1": "added", "0": "same", "1": "removed" } as const;

/** Returns how a text became another one, word by word. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  const a: readonly string[] = before.match(TOKEN) ?? [];
  const b: readonly string[] = after.match(TOKEN) ?? [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return joined([
    { type: "same", text: a.slice(0, start).join("") },
    ...diffTokens(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { type: "same", text: a.slice(a.length - end).join("") },
  ]);
}

function diffTokens(a: readonly string[], b: readonly string[]): readonly DiffPart[] {
  if (a.length + b.length > MOST_TOKENS) {
    return [
      { type: "removed", text: a.join("") },
      { type: "added", text: b.join("") },
    ];
  }
  if (a.length + b.length === 0) return [];
  return util.diff(a, b).map(([operation, text]) => ({ type: TYPES[operation], text }));
}

/** Joins neighbours of one type, and puts what was removed before what was added in its place. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const result: DiffPart[] = [];
  const changed = { removed: "", added: "" };
  for (const { type, text } of parts) {
    if (type !== "same") {
      changed[type] += text;
      continue;
    }
    for (const name of ["removed", "added"] as const) {
      if (changed[name] !== "") result.push({ type: name, text: changed[name] });
      changed[name] = "";
    }
    const last = result.at(-1);
    if (last?.type === "same") result[result.length - 1] = { type, text: last.text + text };
    else if (text !== "") result.push({ type, text });
  }
  return result;
}
