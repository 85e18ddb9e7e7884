import type { Predicate, Selection } from "@kioku/core/toolkit";
import { sql } from "kysely";

import type { AreaMirror } from "../../mirror/area-mirror.js";
import { SlotBitmap } from "../../mirror/slot-bitmap.js";
import { selectedAreaScopes } from "../../read/selected-scopes.js";
import type { SqlValue } from "../../sql/connection.js";
import { predicateSql } from "../../sql/predicate-sql.js";
import { sqlText } from "../../sql/sql-fragment.js";
import type { SqlFragment } from "../../sql/sql-fragment.js";
import type { StoreContext } from "../../store-context.js";
import { scopeChunks } from "../by-sql/scope-chunks.js";

/** Which slots of a mirror a selection contains. */
export interface SelectedSlots {
  /** Absent: all that are alive. */
  readonly allows: ((slot: number) => boolean) | undefined;
  /** A bit for each slot that may be contained; absent: any. */
  readonly mask: Uint32Array | undefined;
}

/**
 * Finds out which slots a selection contains. Conditions are asked of the database once, and
 * remembered.
 */
export async function selectedSlots(
  context: StoreContext,
  mirror: AreaMirror,
  { kinds, where, ...seen }: Selection,
): Promise<SelectedSlots> {
  const { roster } = mirror;
  const meeting = where && (await slotsMeeting(context, mirror, where));
  const checks = [
    meeting && ((slot: number) => meeting.has(slot)),
    kinds && roster.ofKinds(kinds),
    roster.visible(seen),
  ].filter((check) => check !== undefined);
  const [first, ...others] = checks;
  const allows =
    others.length === 0 ? first : (slot: number) => checks.every((check) => check(slot));
  return { allows, mask: meeting?.words };
}

async function slotsMeeting(
  context: StoreContext,
  mirror: AreaMirror,
  where: Predicate,
): Promise<SlotBitmap> {
  const compiled = sql`(${predicateSql(where)})`.compile(context.queries);
  const condition = { sql: compiled.sql, parameters: compiled.parameters as readonly SqlValue[] };
  const known = mirror.filters.get(condition);
  if (known) return known;
  const slots = await readSlots(context, mirror, condition);
  mirror.filters.keep(condition, slots);
  return slots;
}

async function readSlots(
  { connection, pause }: StoreContext,
  { area, roster }: AreaMirror,
  condition: SqlFragment,
): Promise<SlotBitmap> {
  const slots = new SlotBitmap(roster.size);
  const scopes = selectedAreaScopes(connection, area);
  for (const { scopes: ids, from, to } of scopeChunks(connection, scopes)) {
    const pausing = pause();
    if (pausing) await pausing;
    const { sql: text, parameters } = sqlText`select r.row
      from records as r indexed by records_by_scope
      where r.scope in (select value from json_each(${JSON.stringify(ids)}))
        and r.row > ${from} and r.row <= ${to} and ${condition}`;
    for (const { row } of connection.dynamic<{ readonly row: number }>(text, parameters)) {
      const slot = roster.slotOf(row);
      if (slot !== -1) slots.set(slot, true);
    }
  }
  return slots;
}
