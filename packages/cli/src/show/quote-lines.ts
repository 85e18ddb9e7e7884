import type { MemoryRecord } from "@kioku/core";

import type { Screen } from "../output/printer.js";
import { dayAndTime } from "../output/times.js";
import { shortId } from "./short-id.js";
import { fill, oneName, textLines } from "./text-lines.js";

const MOST_LINES = 4;

/** A passage, and where it stands. */
interface QuotedText {
  readonly id: string;
  readonly text: string;
  readonly at: Date;
  /** Who said it, where, and other details. */
  readonly details: readonly (string | undefined)[];
}

/** Returns a passage under a heading, with where it stands in a faint line. */
function quoteLines(
  { id, text, at, details }: QuotedText,
  { columns, style }: Screen,
): readonly string[] {
  const known = details.filter((one) => one !== undefined).map(oneName);
  const width = columns - 4;
  return [
    ...textLines(text, { width: width + 2, most: MOST_LINES }).map((line) => `  ${line}`),
    ...fill([shortId(id), dayAndTime(at), ...known], width).map(
      (line) => `    ${style.faint(line)}`,
    ),
  ];
}

/** Returns a source of a memory as a passage. */
export function sourceQuote(memory: MemoryRecord): QuotedText {
  const quote = neighbourQuote(memory);
  return { ...quote, details: [...quote.details, memory.thread] };
}

/** Returns a memory of the same thread as a passage. */
export function neighbourQuote(memory: MemoryRecord): QuotedText {
  const { id, content, occurredAt, createdAt, kind, speaker } = memory;
  return { id, text: content, at: occurredAt ?? createdAt, details: [kind, speaker] };
}

/** Returns a heading and passages below it, after a blank line; nothing if there are none. */
export function quotesLines(
  heading: string,
  quotes: readonly QuotedText[],
  print: Screen,
): readonly string[] {
  if (quotes.length === 0) return [];
  const lines = quotes.flatMap((quote) => quoteLines(quote, print));
  return ["", print.style.strong(heading), ...lines];
}
