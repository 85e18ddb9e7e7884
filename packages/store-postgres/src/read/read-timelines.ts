import { pathToScope, currentToRevision, endedToRevision } from "@kioku/core/toolkit";
import type { StoredRevision, AuthorColumns, EndedColumns } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Ask } from "../ask.js";
import { numberArray, textArray } from "../client/encode-array.js";
import { joinStrength, RECORD_SELECTION } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { lookUp } from "../sql/look-up.js";
import type { Timeline } from "./find-timelines.js";

/** A row, and which of the timelines it is of, counted from 1. */
interface Placed {
  readonly place: number;
  readonly searchable: boolean;
}

/** The revisions of each of these records, oldest first, all or the one that is wanted. */
export async function readTimelines(
  ask: Ask,
  timelines: readonly Timeline[],
): Promise<readonly (readonly StoredRevision[])[]> {
  const wanted = wantedSql(timelines);
  const [ended, current] = await Promise.all([
    ask<EndedColumns & Placed>(
      ({ names }) => sql`
        select w.place, h.version, h.change, h.actor, h.cause, h.recorded_at, h.searchable, h.snapshot
        from ${wanted} ${lookUp(names.history, "h")}
        where w.version is null or h.version = w.version
        order by h.version`,
    ),
    ask<RecordRow & AuthorColumns & Placed>(
      ({ names }) => sql`
        select w.place, r.change, r.actor, r.cause, r.text_hash is not null as searchable, ${RECORD_SELECTION}
        from ${wanted} ${lookUp(names.records, "r")} ${joinStrength(names)}
        where w.version is null or r.version = w.version`,
    ),
  ]);
  const revisions = timelines.map((): StoredRevision[] => []);
  for (const row of ended) {
    revisions[row.place - 1]?.push({ ...endedToRevision(row), searchable: row.searchable });
  }
  for (const row of current) {
    const revision = currentToRevision(row, pathToScope(row.scope));
    revisions[row.place - 1]?.push({ ...revision, searchable: row.searchable });
  }
  return revisions;
}

/** A table `w` of `scope`, `id`, `version` and `place`. */
export function wantedSql(timelines: readonly Timeline[]): RawBuilder<unknown> {
  const scopes = textArray(timelines.map(({ scope }) => scope));
  const ids = textArray(timelines.map(({ id }) => id));
  const versions = numberArray(timelines.map(({ version }) => version));
  return sql`unnest(${scopes}::text[], ${ids}::text[], ${versions}::int[])
    with ordinality as w(scope, id, version, place)`;
}
