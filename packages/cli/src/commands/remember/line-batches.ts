import type { Readable } from "node:stream";

import { usageError } from "../../command/cli-error.js";

/** Lines of a batch, which is written at once. */
const BATCH = 256;
/** Most characters of a memory. */
const MOST_LENGTH = 4_194_304;

/** A line of an input that is not blank. */
export interface NumberedLine {
  /** 1 for the first line, blank ones included. */
  readonly line: number;
  readonly text: string;
}

/**
 * Yields lines as they come, so that those of a slow input need not wait for others; at most 256 at
 * once.
 */
export async function* lineBatches(
  chunks: Readable | Iterable<string>,
): AsyncGenerator<readonly NumberedLine[]> {
  let line = 0;
  for await (const texts of completeLines(chunks)) {
    const lines = texts.flatMap((text): readonly NumberedLine[] => {
      line += 1;
      return text.trim() === "" ? [] : [{ line, text: text.trim() }];
    });
    for (let start = 0; start < lines.length; start += BATCH) {
      yield lines.slice(start, start + BATCH);
    }
  }
}

async function* completeLines(
  chunks: Readable | Iterable<string>,
): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks as AsyncIterable<string | Uint8Array>) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MOST_LENGTH) {
      throw usageError(`line is longer than ${MOST_LENGTH} characters`, "leave out --lines");
    }
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
