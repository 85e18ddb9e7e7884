import { fitName, uniqueNames } from "./document.ts";
import type { Document } from "./document.ts";
import { splitMarkdown } from "./split-markdown.ts";
import type { BlockReader } from "./split-markdown.ts";

/**
 * A Markdown file as memories: one per section, or several for a long one. The headings stand in
 * front of the text, so that a piece says what it is about, and make the key, so that a section
 * that was edited is a new version of the same memory.
 */
export function markdownDocument(source: string, text: string, read?: BlockReader): Document {
  const unique = uniqueNames();
  const inputs = splitMarkdown(text, read).map(({ headings, body, part }) => {
    const heading = headings.join(" › ");
    const joint = /^[\p{L}\p{N}]/u.test(body) ? " " : "\n";
    const anchor = headings.map(toAnchor).join("/");
    return {
      key: fitName(`${source}#${unique(part === 1 ? anchor : `${anchor}~${part}`)}`),
      content: heading === "" ? body : `${heading}:${joint}${body}`,
      kind: "document",
      origin: "import" as const,
      thread: fitName(source),
      metadata: heading === "" ? { source } : { source, heading },
    };
  });
  return { source, inputs };
}

function toAnchor(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-");
}
