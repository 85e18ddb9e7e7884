import type { ExportLine } from "../../api/transfer.js";

/**
 * The lines of an export as text: one JSON object per line, each with its line feed. What a file of
 * an export holds.
 */
export async function* toJsonLines(
  lines: AsyncIterable<ExportLine> | Iterable<ExportLine>,
): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
