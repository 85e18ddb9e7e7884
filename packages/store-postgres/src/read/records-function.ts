import type { StrengthColumns } from "@kioku/core/stores";
import { RECORD_COLUMNS } from "@kioku/core/stores";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { textArray } from "../client/encode-array.js";
import type { RecordRow } from "../record/record-row.js";
import type { Names } from "../sql/names.js";

/** What `get_records` answers; see `recallFunctions`. */
export interface FoundRecords {
  readonly found: string | null;
}

const STRENGTH_COLUMNS: readonly (keyof StrengthColumns)[] = [
  "stability_days",
  "uses",
  "last_used_at",
];
const COLUMNS: readonly string[] = [...RECORD_COLUMNS, ...STRENGTH_COLUMNS];

/** Calls the function that reads records of one scope. */
export function recordsFunctionSql(
  names: Names,
  path: string,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): RawBuilder<unknown> {
  return sql`select ${names.get_records}(${path}, ${textArray(ids)}, ${now.getTime()}) as found`;
}

/** The rows in its answer. */
export function foundRows({ found }: FoundRecords, path: string): readonly RecordRow[] {
  if (found === null) return [];
  return (JSON.parse(found) as readonly (readonly unknown[])[]).map((values) => {
    const row: Record<string, unknown> = { scope: path };
    for (const [place, value] of values.entries()) row[COLUMNS[place] ?? ""] = value;
    return row as unknown as RecordRow;
  });
}
