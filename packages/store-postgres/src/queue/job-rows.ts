import { scopeToPath, fromToken } from "@kioku/core/toolkit";
import type { JobRef, TokenColumns } from "@kioku/core/toolkit";

import type { Column } from "../write/flush/rows-sql.js";
import { REF_COLUMNS } from "../write/flush/write-beside.js";
import type { EntryRef } from "../write/flush/write-beside.js";

/** What names a job, as columns. */
export interface JobRow extends EntryRef, TokenColumns {}

/** How it is sent. */
export const JOB_COLUMNS: readonly Column<JobRow>[] = [
  ...REF_COLUMNS,
  { name: "number", type: "bigint", read: ({ number }) => number },
  { name: "claims", type: "integer", read: ({ claims }) => claims },
];

/** The columns of a job that is named. Of a token that no store gave, those of no job. */
export function toJobRow({ scope, id, token }: JobRef): JobRow {
  const { number, claims } = fromToken(token);
  return { path: scopeToPath(scope), id, number, claims };
}
