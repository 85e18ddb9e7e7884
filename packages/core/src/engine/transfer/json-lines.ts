import type { ExportLine } from "../../api/export-line.js";
import { MemoryError } from "../../errors/memory-error.js";
import { checkNumber } from "../../internal/check/check.js";
import { invalidInput } from "../../internal/check/invalid-input.js";
import { isIterable } from "../../internal/check/is-iterable.js";

/**
 * Yields the values of a text in JSON Lines.
 * @throws `invalid-input` with the number of a line that is not JSON, never with its text.
 */
export async function* jsonLines(
  source: TextSource,
  options: LineOptions = {},
): AsyncGenerator<{ readonly number: number; readonly value: unknown }> {
  for await (const { number, text } of textLines(source, options)) {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The parser's own message quotes the text.
      throw new MemoryError("invalid-input", `line ${number} is not JSON`);
    }
    yield { number, value };
  }
}

/** A source of text: chunks of any size, such as a `ReadStream`, a list of strings, or a string. */
export type TextSource =
  | string
  | AsyncIterable<string | Uint8Array>
  | Iterable<string | Uint8Array>;

/** Options of reading lines. */
export interface LineOptions {
  /**
   * Longest line, in UTF-16 code units, 1 or more; a longer one is refused before it fills the
   * memory. @defaultValue 67108864
   */
  readonly maxLineLength?: number | undefined;
}

/** A line of text, numbered from 1 on. */
interface TextLine {
  readonly number: number;
  readonly text: string;
}

const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/**
 * Yields the lines of a text that are not empty, without byte order mark and carriage returns.
 * @throws `invalid-input` if it is not text, not UTF-8, or has too long a line.
 */
async function* textLines(source: TextSource, options: LineOptions = {}): AsyncGenerator<TextLine> {
  const { maxLineLength = MAX_LINE_LENGTH } = options;
  checkNumber(maxLineLength, "options.maxLineLength", { min: 1, integer: true });
  let number = 1;
  let pending: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > maxLineLength) {
      throw invalidInput(`line ${number}`, `at most ${maxLineLength} characters long`);
    }
    pending.push(piece);
  };
  const take = (): TextLine => {
    const text = pending.join("");
    const line = { number, text: text.endsWith("\r") ? text.slice(0, -1) : text };
    pending = [];
    length = 0;
    number += 1;
    return line;
  };
  for await (const chunk of decoded(source, () => number)) {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", start)) {
      add(chunk.slice(start, end));
      const line = take();
      if (line.text.trim() !== "") yield line;
      start = end + 1;
    }
    add(chunk.slice(start));
  }
  const last = take();
  if (last.text.trim() !== "") yield last;
}

async function* decoded(source: TextSource, line: () => number): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  const chunks: unknown = typeof source === "string" ? [source] : source;
  if (!isIterable(chunks)) throw invalidInput("source", "a string, or chunks of text", source);
  for await (const chunk of chunks) {
    if (typeof chunk === "string") {
      yield decode(decoder, undefined, line());
      yield isFirst && chunk.startsWith("\uFEFF") ? chunk.slice(1) : chunk;
    } else if (chunk instanceof Uint8Array) yield decode(decoder, chunk, line());
    else throw invalidInput("source", "made of strings and Uint8Arrays", chunk);
    isFirst = false;
  }
  yield decode(decoder, undefined, line());
}

/** Without a chunk: the end of what came as bytes. */
function decode(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array | undefined,
  line: number,
): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new MemoryError("invalid-input", `line ${line} or the one after it is not UTF-8`);
  }
}

/**
 * Yields the lines of an export from its text, as `toJsonLines` made it. Checks only that each is
 * JSON; `import` checks the rest.
 * @throws `invalid-input` with the number of a line that is not JSON, not UTF-8 or too long, never
 *   with its text.
 */
export async function* parseJsonLines(
  source: TextSource,
  options: LineOptions = {},
): AsyncGenerator<ExportLine> {
  for await (const { value } of jsonLines(source, options)) yield value as ExportLine;
}

/** Yields the lines of an export as the text of a file: JSON objects, each with a line feed. */
export async function* toJsonLines(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
