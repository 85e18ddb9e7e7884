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

/** Returns how a text became another one: word by word, Chinese by characters. */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  const a: readonly string[] = before.match(TOKEN) ?? [];
  const b: readonly string[] = after.match(TOKEN) ?? [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  const most = Math.min(a.length, b.length) - start;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const parts: DiffPart[] = [
    { type: "same", text: a.slice(0, start).join("") },
    ...diffTokens(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { type: "same", text: a.slice(a.length - end).join("") },
  ];
  return joined(parts);
}

function diffTokens(a: readonly string[], b: readonly string[]): readonly DiffPart[] {
  if (a.length === 0 || b.length === 0 || a.length + b.length > MOST_TOKENS) {
    return [
      { type: "removed", text: a.join("") },
      { type: "added", text: b.join("") },
    ];
  }
  // Lengths of the longest common subsequences of the rests.
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [one = "", other = ""] = [a[i], b[j]];
    if (i < a.length && j < b.length && one === other) {
      parts.push({ type: "same", text: one });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ type: "removed", text: one });
      i += 1;
    } else {
      parts.push({ type: "added", text: other });
      j += 1;
    }
  }
  return parts;
}

/** Joins neighbours of one type, and puts what was removed before what was added in its place. */
function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const result: DiffPart[] = [];
  const changed = { removed: "", added: "" };
  const flush = (): void => {
    for (const type of ["removed", "added"] as const) {
      if (changed[type] !== "") result.push({ type, text: changed[type] });
      changed[type] = "";
    }
  };
  for (const { type, text } of parts) {
    if (text === "") continue;
    if (type !== "same") {
      changed[type] += text;
      continue;
    }
    flush();
    const last = result.at(-1);
    if (last?.type === "same") result[result.length - 1] = { type, text: last.text + text };
    else result.push({ type, text });
  }
  flush();
  return result;
}
