import type { ExportLine } from "../../api/transfer.js";
import { jsonLines } from "./json-lines.js";
import type { LineOptions, TextSource } from "./text-lines.js";

/**
 * The lines of an export from its text, as `toJsonLines` made it, read as it comes. Only that each
 * is JSON is looked at here; `import` checks the rest.
 * @throws `invalid-input` with the number of a line that is not JSON, not UTF-8 or too long, never
 *   with its text.
 */
export async function* parseJsonLines(
  source: TextSource,
  options: LineOptions = {},
): AsyncGenerator<ExportLine> {
  for await (const { value } of jsonLines(source, options)) yield value as ExportLine;
}
