import type { JsonObject, MemoryRecord } from "@kioku/core";
import { recordToJson, scopeToPath } from "@kioku/core/toolkit";

const COLUMNS = [
  "scope",
  "id",
  "key",
  "kind",
  "content",
  "origin",
  "speaker",
  "thread",
  "trust",
  "importance",
  "pinned",
  "createdAt",
  "updatedAt",
  "occurredAt",
  "validFrom",
  "validTo",
  "archivedAt",
  "metadata",
] as const;

/** Beginnings that make spreadsheets run a cell as a formula, also in full width. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** Yields records as CSV (RFC 4180), the first line with the names of the columns. */
export async function* toCsv(records: AsyncIterable<MemoryRecord>): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const record of records) {
    const json: JsonObject = { ...recordToJson(record), scope: scopeToPath(record.scope) };
    yield `${COLUMNS.map((name) => toCell(json[name])).join(",")}\r\n`;
  }
}

function toCell(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
