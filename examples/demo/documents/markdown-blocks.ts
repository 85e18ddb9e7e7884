import type { Block } from "./pack-blocks.ts";

/** A heading, or what stands below one. */
export type MarkdownPart =
  | { readonly type: "heading"; readonly level: number; readonly text: string }
  | ({ readonly type: "block" } & Block);

const FENCE = /^\s*(?<marks>`{3,}|~{3,})/u;
const ATX_HEADING = /^ {0,3}(?<marks>#{1,6})(?:[ \t]+(?<text>.*?))??(?:[ \t]+#+)?[ \t]*$/u;
const SETEXT_LINE = /^ {0,3}(?<mark>=+|-+)[ \t]*$/u;
const COMMENT = /^\s*<!--[^]*-->\s*$/u;

/** Markdown as headings and blocks, in its order. Linear in the number of lines. */
export function markdownBlocks(text: string): readonly MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const flush = (whole = false): void => {
    const block = lines.join("\n").replace(/^\n+|\s+$/gu, "");
    if (block !== "" && !COMMENT.test(block)) {
      parts.push({ type: "block", text: block, ...(whole ? { whole } : {}) });
    }
    lines = [];
  };
  for (const line of bodyLines(text)) {
    if (fence !== undefined) {
      lines.push(line);
      if (closes(line, fence)) {
        flush(true);
        fence = undefined;
      }
      continue;
    }
    const opened = FENCE.exec(line)?.groups?.["marks"];
    const heading = opened === undefined ? headingOf(line, lines) : undefined;
    if (opened !== undefined || line.trim() === "") flush();
    if (heading) {
      if (heading.setext) lines = [];
      flush();
      parts.push({ type: "heading", level: heading.level, text: plain(heading.text) });
    } else if (opened !== undefined || line.trim() !== "") {
      lines.push(line);
    }
    fence = opened;
  }
  flush(fence !== undefined);
  return parts;
}

/** Without front matter, which says how to render a page. */
function bodyLines(text: string): readonly string[] {
  const lines = text.replaceAll(/\r\n?/gu, "\n").split("\n");
  if (lines[0]?.trimEnd() !== "---") return lines;
  const end = lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)\s*$/u.test(line));
  return end === -1 ? lines : lines.slice(end + 1);
}

function closes(line: string, fence: string): boolean {
  const trimmed = line.trim();
  return trimmed.length >= fence.length && trimmed === (fence[0] ?? "").repeat(trimmed.length);
}

/** A heading on this line, or, underlined by this line, on the only one before. */
function headingOf(
  line: string,
  before: readonly string[],
): { readonly level: number; readonly text: string; readonly setext: boolean } | undefined {
  const atx = ATX_HEADING.exec(line)?.groups;
  if (atx) return { level: atx["marks"]?.length ?? 1, text: atx["text"] ?? "", setext: false };
  const mark = SETEXT_LINE.exec(line)?.groups?.["mark"];
  const [text, ...more] = before;
  if (mark === undefined || text === undefined || more.length > 0) return undefined;
  // Below a list item or a table row, hyphens are something else.
  if (/^\s*(?:[-*+|>]|\d+[.)])/u.test(text)) return undefined;
  return { level: mark.startsWith("=") ? 1 : 2, text: text.trim(), setext: true };
}

/** A heading without its markup. */
function plain(heading: string): string {
  return heading
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/gu, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/<[^>]*>|\{#[^}]*\}|[`*]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
