import type { CallOptions } from "@kioku/core";
import { pathToScope, type RecordId, type ScopeRange } from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { loadTables, type WrittenTable } from "../index/vector-tables.js";
import {
  joinStrength,
  LEAN_SELECTION,
  STORED_LENGTH,
  STORED_SELECTION,
} from "../schema/record-row.js";
import type { StoredRow } from "../schema/record-row.js";
import { inRanges } from "../sql/fragments.js";
import type { DatabaseContext, StoreContext } from "../store-context.js";
import { MAX_CHARACTERS } from "./flush/chunks.js";
import { flushStatements } from "./flush/flush-statements.js";
import { endRecord, eraseRecord, type Ending } from "./model/change-entry.js";
import { WriteModel } from "./model/write-model.js";

const CHUNK = 5_000;

/** Records to remove. */
interface Removal extends CallOptions {
  /** Locked scopes. */
  readonly ranges: readonly ScopeRange[];
  /** Condition on `records as r`. */
  readonly condition: RawBuilder<SqlBool>;
  /** Entry for history; none if history goes, too. */
  readonly ending: Ending | undefined;
}

interface ChunkRow extends StoredRow {
  readonly characters: number;
}

/** Removes records in chunks, and returns their ids. */
export async function removeSelected(
  context: StoreContext,
  removal: Removal,
): Promise<readonly RecordId[]> {
  const removed: RecordId[] = [];
  const tables = loadTables(context, removal.ranges);
  let last: ChunkRow | undefined;
  do {
    const statement = nextChunk(context, removal, last);
    const read = context.channel.rows<ChunkRow>(statement);
    const [rows, own]: [readonly ChunkRow[], readonly WrittenTable[]] = await Promise.all([
      read,
      tables,
    ]);
    removal.signal?.throwIfAborted();
    if (rows.length > 0) await removeRows(context, rows, { ending: removal.ending, tables: own });
    for (const { scope, id } of rows) removed.push({ scope: pathToScope(scope), id });
    last = isCut(rows) ? rows.at(-1) : undefined;
  } while (last);
  return removed;
}

function isCut(rows: readonly ChunkRow[]): boolean {
  return rows.length === CHUNK || (rows.at(-1)?.characters ?? 0) >= MAX_CHARACTERS;
}

/** Without an ending nothing long is read; else a chunk ends at a length. */
function nextChunk(
  { names }: DatabaseContext,
  { ranges, condition, ending }: Removal,
  last: ChunkRow | undefined,
): RawBuilder<unknown> {
  const beyond = last ? sql`and (r.scope, r.id) > (${last.scope}, ${last.id})` : sql``;
  const isNext = sql`${inRanges(sql`r.scope`, ranges)} and ${condition} ${beyond}`;
  if (!ending) {
    return sql`
      select ${LEAN_SELECTION}, 0 as characters from ${names.records} as r ${joinStrength(names)}
      where ${isNext} order by r.scope, r.id limit ${CHUNK}`;
  }
  return sql`
    select ${STORED_SELECTION}, r.characters from (
      select r.*, ${STORED_LENGTH} as own,
        sum(${STORED_LENGTH}) over (order by r.scope, r.id rows unbounded preceding) as characters
      from ${names.records} as r where ${isNext} order by r.scope, r.id limit ${CHUNK}) as r
    ${joinStrength(names)}
    where r.characters - r.own < ${sql.lit(MAX_CHARACTERS)} order by r.scope, r.id`;
}

async function removeRows(
  context: StoreContext,
  rows: readonly StoredRow[],
  { ending, tables }: Pick<Removal, "ending"> & Pick<WriteModel, "tables">,
): Promise<void> {
  const model = new WriteModel(tables);
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

/**
 * Removes counters of locked scopes without records and history, and the notes of own tables, which
 * are empty and go with the next maintenance: paths may hold texts of users.
 */
export function forgetScopes(
  { channel, names }: StoreContext,
  ranges: readonly ScopeRange[],
): void {
  if (ranges.length === 0) return;
  channel.finish(sql`
      delete from ${names.scopes} as s
      where ${inRanges(sql`s.scope`, ranges)} and s.records = 0
        and not exists (select from ${names.history} as h where h.scope = s.scope)`);
  channel.finish(sql`
      delete from ${names.vector_tables} as t
      where ${inRanges(sql`t.scope`, ranges)} and not exists (
        select from ${names.scopes} as s where s.scope = t.scope and s.records > 0)`);
}
