import { sql, type RawBuilder } from "kysely";

import type { RecordRow } from "../schema/record-row.js";
import { textArray } from "../sql/encode.js";
import type { Names } from "../sql/names.js";
import { packedNumber, packedText, splitPacked } from "../sql/packed-rows.js";

/** Number of values of a record that is packed. */
export const RECORD_FIELDS = 27;

/** Result of the function `get_records`. */
export interface FoundRecords {
  readonly found: string | null;
}

/** Records that `get_records` finds: by their ids, or else one by its content. */
interface NamedRecords {
  readonly ids?: readonly string[];
  readonly contentHash?: string;
  readonly now: Date;
}

/** Calls `get_records`. */
export function recordsFunctionSql(
  names: Names,
  path: string,
  { ids, contentHash, now }: NamedRecords,
): RawBuilder<unknown> {
  return sql`select ${names.get_records}(
    ${path}, ${ids ? textArray(ids) : null}, ${now.getTime()}, ${contentHash ?? null}) as found`;
}

/** Parses the rows of the result; `undefined` if a text contains the separator. */
export function foundRows({ found }: FoundRecords, path: string): readonly RecordRow[] | undefined {
  const fields = splitPacked(found, RECORD_FIELDS);
  if (!fields) return undefined;
  const rows: RecordRow[] = [];
  for (let at = 1; at < fields.length; at += RECORD_FIELDS) {
    rows.push(unpackRow(fields, at, path));
  }
  return rows;
}

/** Parses the values of a record, the first of which is at `at`. */
export function unpackRow(fields: readonly string[], at: number, path: string): RecordRow {
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
