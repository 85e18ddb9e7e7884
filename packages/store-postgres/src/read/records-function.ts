import { sql, type RawBuilder } from "kysely";

import type { RecordRow } from "../schema/record-row.js";
import { textArray } from "../sql/encode.js";
import type { Names } from "../sql/names.js";
import { packedNumber, packedText, splitPacked } from "../sql/packed-rows.js";

const FIELDS = 27;

/** Result of the function `get_records`. */
export interface FoundRecords {
  readonly found: string | null;
}

/** Calls `get_records`. */
export function recordsFunctionSql(
  names: Names,
  path: string,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): RawBuilder<unknown> {
  return sql`select ${names.get_records}(${path}, ${textArray(ids)}, ${now.getTime()}) as found`;
}

/** Parses the rows of the result; `undefined` if a text contains the separator. */
export function foundRows({ found }: FoundRecords, path: string): readonly RecordRow[] | undefined {
  const fields = splitPacked(found, FIELDS);
  if (!fields) return undefined;
  const rows: RecordRow[] = [];
  for (let at = 1; at < fields.length; at += FIELDS) rows.push(toRow(fields, at, path));
  return rows;
}

function toRow(fields: readonly string[], at: number, path: string): RecordRow {
  let next = at;
  // In the order of the function's columns.
  const text = (): string => fields[next++] ?? "";
  const json = (): string | null => text() || null;
  const optionalText = (): string | null => packedText(text());
  const number = (): number => Number(text());
  const optionalNumber = (): number | null => packedNumber(text());
  return {
    scope: path,
    id: text(),
    key: optionalText(),
    kind: text(),
    content: text(),
    value: json(),
    metadata: text(),
    thread: optionalText(),
    speaker: optionalText(),
    form: text(),
    origin: text(),
    trust: number(),
    sources: json(),
    importance: number(),
    valence: optionalNumber(),
    arousal: optionalNumber(),
    pinned: text() === "true",
    occurred_at: optionalNumber(),
    valid_from: optionalNumber(),
    valid_to: optionalNumber(),
    created_at: number(),
    updated_at: number(),
    expires_at: optionalNumber(),
    archived_at: optionalNumber(),
    version: number(),
    stability_days: number(),
    uses: number(),
    last_used_at: optionalNumber(),
  };
}
