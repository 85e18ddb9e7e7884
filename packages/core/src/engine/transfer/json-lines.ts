import { MemoryError } from "../../errors/memory-error.js";
import type { LineOptions, TextSource } from "./text-lines.js";
import { textLines } from "./text-lines.js";

/** A line of JSON Lines. */
export interface JsonLine {
  /** 1 for the first line of the text. */
  readonly number: number;
  readonly value: unknown;
}

/**
 * The values of a text in JSON Lines.
 * @throws `invalid-input` with the number of a line that is not JSON, never with its text.
 */
export async function* jsonLines(
  source: TextSource,
  options: LineOptions = {},
): AsyncGenerator<JsonLine> {
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
