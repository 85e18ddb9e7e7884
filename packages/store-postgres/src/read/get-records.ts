import type { MemoryRecord } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordId, RecordRef } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Ask } from "../ask.js";
import { textArray } from "../client/encode-array.js";
import { joinStrength, RECORD_SELECTION, rowToRecord } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { lookUp } from "../sql/look-up.js";
import type { Names } from "../sql/names.js";
import { findPlaces } from "./find-places.js";
import { foundRows, recordsFunctionSql } from "./records-function.js";
import type { FoundRecords } from "./records-function.js";

/** One text of more could be longer than the database makes any. */
const MOST_AT_ONCE = 50;

/** A row, and which of the references names it. */
interface PlacedRow extends RecordRow {
  readonly place: number;
}

/**
 * The records named, in order; `undefined` where there is none at that instant. One statement,
 * however many there are.
 */
export async function getRecords(
  ask: Ask,
  refs: readonly RecordRef[],
  now: Date,
): Promise<readonly (MemoryRecord | undefined)[]> {
  if (refs.length === 0) return [];
  const ids = idsOfOneScope(refs);
  if (!ids) {
    const rows = await ask<PlacedRow>(({ names }) => byPlace(names, refs, now));
    const found = new Map(rows.map((row) => [row.place, row]));
    return refs.map(({ scope }, place) => toRecord(found.get(place), scope));
  }
  const rows = await askForIds(ask, ids, now);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map(({ scope, id }) => toRecord(found.get(id), scope));
}

function toRecord(row: RecordRow | undefined, scope: RecordId["scope"]): MemoryRecord | undefined {
  return row && rowToRecord(row, [...scope]);
}

/** What every recall asks; it has the leanest plan. */
function idsOfOneScope(refs: readonly RecordRef[]): readonly RecordId[] | undefined {
  const ids = refs.filter((ref) => "id" in ref);
  const [first] = ids;
  if (!first || ids.length < refs.length) return undefined;
  const path = scopeToPath(first.scope);
  return ids.every(({ scope }) => scopeToPath(scope) === path) ? ids : undefined;
}

async function askForIds(
  ask: Ask,
  wanted: readonly RecordId[],
  now: Date,
): Promise<readonly RecordRow[]> {
  const path = scopeToPath(wanted[0]?.scope ?? []);
  const named = { ids: wanted.map(({ id }) => id), now };
  const answer = await ask<RecordRow | FoundRecords>(({ names, hasFunctions }) =>
    hasFunctions && wanted.length <= MOST_AT_ONCE
      ? recordsFunctionSql(names, path, named)
      : byIds(names, path, named),
  );
  const [first] = answer;
  if (!first || !("found" in first)) return answer as readonly RecordRow[];
  return foundRows(first, path) ?? ask<RecordRow>(({ names }) => byIds(names, path, named));
}

function byIds(
  names: Names,
  path: string,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): RawBuilder<unknown> {
  return sql`
    select ${RECORD_SELECTION} from ${names.records} as r
    ${joinStrength(names)}
    where r.scope = ${path} and r.id = any(${textArray(ids)}::text[])
      and (r.expires_at is null or r.expires_at > ${now.getTime()}::bigint)`;
}

function byPlace(names: Names, refs: readonly RecordRef[], now: Date): RawBuilder<unknown> {
  return sql`
    select w.place, ${RECORD_SELECTION} from (${findPlaces(names, refs, now)}) as w
    ${lookUp(names.records, "r")} ${joinStrength(names)}
    where r.expires_at is null or r.expires_at > ${now.getTime()}::bigint`;
}
