const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})(?<info>.*)$/u;
const OPENS = "<!--";
const CLOSES = "-->";

/** Returns the fence that is open after a line. */
export function fenceAfter(fence: string | undefined, line: string): string | undefined {
  const { fence: mark, info = "" } = FENCE.exec(line)?.groups ?? {};
  if (mark === undefined) return fence;
  if (fence === undefined) return mark.startsWith("`") && info.includes("`") ? undefined : mark;
  return mark.startsWith(fence) && info.trim() === "" ? undefined : fence;
}

/** Returns the lines of Markdown without comments, except in code. */
export function withoutComments(lines: readonly string[]): readonly string[] {
  let fence: string | undefined;
  let isOpen = false;
  return lines.map((line) => {
    const before = fence;
    if (!isOpen) fence = fenceAfter(fence, line);
    if (!isOpen && (before !== undefined || fence !== undefined)) return line;
    const cut = cutComments(line, isOpen);
    isOpen = cut.isOpen;
    return cut.kept;
  });
}

function cutComments(
  line: string,
  isOpen: boolean,
): { readonly kept: string; readonly isOpen: boolean } {
  let kept = "";
  let from = 0;
  let isInside = isOpen;
  let backquotes = 0;
  while (from < line.length) {
    const at = line.indexOf(isInside ? CLOSES : OPENS, from);
    if (at < 0) break;
    const before = line.slice(from, at);
    if (!isInside) backquotes += before.split("`").length - 1;
    // Between backquotes it is code.
    const isCode = !isInside && backquotes % 2 === 1;
    if (!isInside) kept += isCode ? before + OPENS : before;
    from = at + (isInside ? CLOSES : OPENS).length;
    if (!isCode) isInside = !isInside;
  }
  return { kept: isInside ? kept : kept + line.slice(from), isOpen: isInside };
}
