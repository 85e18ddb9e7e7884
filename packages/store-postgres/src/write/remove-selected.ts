import { pathToScope } from "@kioku/core";
import type { CallOptions, RecordId } from "@kioku/core";
import type { Area } from "@kioku/core/stores";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { inAreas } from "../sql/area-sql.js";
import { compile } from "../sql/compile.js";
import type { DatabaseContext, StoreContext } from "../store-context.js";
import { flushStatements } from "./flush/flush-statements.js";
import { endRecord, eraseRecord } from "./model/change-entry.js";
import type { Ending } from "./model/change-entry.js";
import { STORED_SELECTION } from "./model/stored-columns.js";
import type { StoredRow } from "./model/stored-columns.js";
import { WriteModel } from "./model/write-model.js";

/** So many records are in memory at a time. */
const PORTION = 5_000;

/** Which records go, and how. */
export interface Removal extends CallOptions {
  /** Scopes that are locked. */
  readonly areas: readonly Area[];
  /** Holds of `records as r` that go. */
  readonly condition: RawBuilder<SqlBool>;
  /** What history says; none if history goes, too. */
  readonly ending: Ending | undefined;
}

/** Removes records in portions, and says which they were. */
export async function removeSelected(
  context: StoreContext,
  removal: Removal,
): Promise<readonly RecordId[]> {
  const removed: RecordId[] = [];
  let last: StoredRow | undefined;
  do {
    const statement = compile(nextPortion(context, removal, last));
    const rows: readonly StoredRow[] = await context.channel.rows<StoredRow>(statement);
    removal.signal?.throwIfAborted();
    if (rows.length > 0) await removeRows(context, rows, removal.ending);
    for (const { scope, id } of rows) removed.push({ scope: pathToScope(scope), id });
    last = rows.length < PORTION ? undefined : rows.at(-1);
  } while (last);
  return removed;
}

function nextPortion(
  { names }: DatabaseContext,
  { areas, condition }: Removal,
  last: StoredRow | undefined,
): RawBuilder<unknown> {
  const beyond = last ? sql`and (r.scope, r.id) > (${last.scope}, ${last.id})` : sql``;
  return sql`
    select ${STORED_SELECTION} from ${names.records} as r
    left join ${names.strength} as t on t.scope = r.scope and t.id = r.id
    where ${inAreas(sql`r.scope`, areas)} and ${condition} ${beyond}
    order by r.scope, r.id limit ${PORTION}`;
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
