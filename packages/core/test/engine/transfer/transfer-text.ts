import { parseJsonLines, toJsonLines } from "@kioku/formats";

import type { ExportOptions, ImportOptions, ImportReport, Memory } from "../../../src/index.js";

/** An export as the text of a file. */
export async function exportText(memory: Memory, options: ExportOptions = {}): Promise<string> {
  let text = "";
  for await (const line of toJsonLines(memory.export(options))) text += line;
  return text;
}

/** Imports the text of a file. */
export async function importText(
  memory: Memory,
  text: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return memory.import(parseJsonLines([text]), options);
}

/** The lines of a text as objects, to be changed by a test. */
export function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
