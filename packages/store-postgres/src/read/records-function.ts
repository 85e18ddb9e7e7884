import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { textArray } from "../client/encode-array.js";
import type { RecordRow } from "../record/record-row.js";
import type { Names } from "../sql/names.js";
import { packedNumber, packedText, splitPacked } from "../sql/packed-rows.js";

const FIELDS = 25;

/** What `get_records` answers; see `recallFunctions`. */
export interface FoundRecords {
  readonly found: string | null;
}

/** Calls the function that reads records of one scope. */
export function recordsFunctionSql(
  names: Names,
  path: string,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): RawBuilder<unknown> {
  return sql`select ${names.get_records}(${path}, ${textArray(ids)}, ${now.getTime()}) as found`;
}

/** The rows in its answer; `undefined` if the separator is in one of their texts. */
export function foundRows({ found }: FoundRecords, path: string): readonly RecordRow[] | undefined {
  const fields = splitPacked(found, FIELDS);
  if (!fields) return undefined;
  const rows: RecordRow[] = [];
  for (let at = 1; at < fields.length; at += FIELDS) rows.push(toRow(fields, at, path));
  return rows;
}

function toRow(fields: readonly string[], at: number, path: string): RecordRow {
  let next = at;
  // In the order in which the function gives them.
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
