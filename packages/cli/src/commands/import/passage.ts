import type { JsonObject } from "@kioku/core";

/** A part of a file that becomes one memory. */
export interface Passage {
  /** Titles of the headings above it, the outermost first. */
  readonly headings: readonly string[];
  /** Its text, without them. */
  readonly text: string;
}

/** A file that was divided into passages. */
export interface PassageFile {
  /** In the order of the file, none twice. */
  readonly passages: readonly Passage[];
  /** Its front matter. */
  readonly metadata: JsonObject;
  /** The day that it is about. */
  readonly occurredAt: Date | undefined;
}

/** Kind of the memories that are passages of files, which no consolidation takes for talk. */
export const PASSAGE_KIND = "passage";

/** Most characters of a passage. */
export const MAX_PASSAGE = 1_500;

const SEPARATOR = " > ";

/** Returns the content of a passage: the path of its headings, and its text. */
export function contentOf({ headings, text }: Passage): string {
  return headings.length === 0 ? text : `${headings.join(SEPARATOR)}\n\n${text}`;
}

/** Returns the text of a content with these headings; the reverse of `contentOf`. */
export function textOf(content: string, headings: readonly string[]): string {
  const above = headings.length === 0 ? "" : `${headings.join(SEPARATOR)}\n\n`;
  return content.startsWith(above) ? content.slice(above.length) : content;
}

/** Returns the passages without those that repeat one under the same headings. */
export function withoutRepeats(passages: readonly Passage[]): readonly Passage[] {
  return [...new Map(passages.map((one) => [contentOf(one), one])).values()];
}
