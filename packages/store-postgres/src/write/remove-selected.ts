import type { CallOptions } from "@kioku/core";
import { pathToScope } from "@kioku/core/toolkit";
import type { RecordId, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { joinStrength } from "../record/record-row.js";
import { inAreas } from "../sql/area-sql.js";
import { compile } from "../sql/compile.js";
import type { DatabaseContext, StoreContext } from "../store-context.js";
import { flushStatements } from "./flush/flush-statements.js";
import { MAX_CHARACTERS } from "./flush/portions.js";
import { endRecord, eraseRecord } from "./model/change-entry.js";
import type { Ending } from "./model/change-entry.js";
import { LEAN_SELECTION, STORED_LENGTH, STORED_SELECTION } from "./model/stored-columns.js";
import type { StoredRow } from "./model/stored-columns.js";
import { WriteModel } from "./model/write-model.js";

/** So many records are in memory at a time, at most. */
const PORTION = 5_000;

/** Which records go, and how. */
export interface Removal extends CallOptions {
  /** Scopes that are locked. */
  readonly areas: readonly ScopeRange[];
  /** Holds of `records as r` that go. */
  readonly condition: RawBuilder<SqlBool>;
  /** What history says; none if history goes, too. */
  readonly ending: Ending | undefined;
}

/** A row, and how long it and those of the same portion before it are. */
interface PortionRow extends StoredRow {
  readonly characters: number;
}

/** Removes records in portions, and says which they were. */
export async function removeSelected(
  context: StoreContext,
  removal: Removal,
): Promise<readonly RecordId[]> {
  const removed: RecordId[] = [];
  let last: PortionRow | undefined;
  do {
    const statement = compile(nextPortion(context, removal, last));
    const rows: readonly PortionRow[] = await context.channel.rows<PortionRow>(statement);
    removal.signal?.throwIfAborted();
    if (rows.length > 0) await removeRows(context, rows, removal.ending);
    for (const { scope, id } of rows) removed.push({ scope: pathToScope(scope), id });
    last = isCut(rows) ? rows.at(-1) : undefined;
  } while (last);
  return removed;
}

/** Whether there may be more. */
function isCut(rows: readonly PortionRow[]): boolean {
  return rows.length === PORTION || (rows.at(-1)?.characters ?? 0) >= MAX_CHARACTERS;
}

/**
 * Without an ending nothing long is read. Else the portion ends with the record that makes it so
 * long.
 */
function nextPortion(
  { names }: DatabaseContext,
  { areas, condition, ending }: Removal,
  last: PortionRow | undefined,
): RawBuilder<unknown> {
  const beyond = last ? sql`and (r.scope, r.id) > (${last.scope}, ${last.id})` : sql``;
  const isNext = sql`${inAreas(sql`r.scope`, areas)} and ${condition} ${beyond}`;
  if (!ending) {
    return sql`
      select ${LEAN_SELECTION}, 0 as characters from ${names.records} as r ${joinStrength(names)}
      where ${isNext} order by r.scope, r.id limit ${PORTION}`;
  }
  return sql`
    select ${STORED_SELECTION}, r.characters from (
      select r.*, ${STORED_LENGTH} as own,
        sum(${STORED_LENGTH}) over (order by r.scope, r.id rows unbounded preceding) as characters
      from ${names.records} as r where ${isNext} order by r.scope, r.id limit ${PORTION}) as r
    ${joinStrength(names)}
    where r.characters - r.own < ${sql.lit(MAX_CHARACTERS)} order by r.scope, r.id`;
}

async function removeRows(
  context: StoreContext,
  rows: readonly StoredRow[],
  ending: Ending | undefined,
): Promise<void> {
  const model = new WriteModel();
  for (const row of rows) {
    model.addStored(row.scope, row.id, { record: { ...row, terms: undefined }, endedVersion: 0 });
  }
  for (const entry of model.records) {
    if (ending) endRecord(model, entry, ending);
    else eraseRecord(model, entry);
  }
  const statements = [...flushStatements(context, model)];
  await Promise.all(statements.map((statement) => context.channel.change(statement)));
}
