import { MemoryError, type ExportLine } from "@kioku/core";
import { checkNumber, invalidInput, isIterable } from "@kioku/core/toolkit";

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

interface JsonLine {
  /** 1 for the first line of the text. */
  readonly number: number;
  readonly value: unknown;
}

const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/** Yields the values of a text in JSON Lines, without those of blank lines. */
export async function* jsonLines(
  source: TextSource,
  options: LineOptions = {},
): AsyncGenerator<JsonLine> {
  const { maxLineLength = MAX_LINE_LENGTH } = options;
  checkNumber(maxLineLength, "options.maxLineLength", { min: 1, integer: true });
  let number = 1;
  let line = "";
  for await (const chunk of decoded(source, () => number)) {
    for (const [index, piece] of chunk.split("\n").entries()) {
      if (index > 0) {
        yield* parse(line, number);
        line = "";
        number += 1;
      }
      line += piece;
      if (line.length > maxLineLength) {
        throw invalidInput(`line ${number}`, `at most ${maxLineLength} characters long`);
      }
    }
  }
  yield* parse(line, number);
}

function parse(line: string, number: number): readonly JsonLine[] {
  if (line.trim() === "") return [];
  try {
    return [{ number, value: JSON.parse(line) as unknown }];
  } catch {
    // The parser's own message quotes the text.
    throw new MemoryError("invalid-input", `line ${number} is not JSON`);
  }
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
