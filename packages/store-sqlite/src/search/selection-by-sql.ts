import type { Selection } from "@kioku/core";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { oneOf } from "../sql/one-of.js";
import { scriptsOf } from "../sql/scripts-of.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import type { RowSelection, SelectedRow, ThreadPlace } from "./row-selection.js";

/** Selects by looking into the database. */
export function selectionBySql(context: StoreContext, selection: Selection): RowSelection {
  return {
    select: (rows) => selectRows(context, rows, selection),
    around: (rows, count) => placesAround(context, { rows, count, selection }),
  };
}

function selectRows(
  { connection, queries }: StoreContext,
  rows: readonly number[],
  selection: Selection,
): readonly SelectedRow[] {
  const query = queries
    .selectFrom("records as r")
    .innerJoin("scopes as s", "s.id", "r.scope")
    .select(["r.row", "r.id", scriptsOf("r"), "s.path"])
    .where(oneOf(sql.ref("r.row"), rows))
    .where(selectionSql(selection));
  return connection.query(query.compile());
}

interface Around {
  readonly rows: readonly SelectedRow[];
  readonly count: number;
  readonly selection: Selection;
}

interface Neighbour extends SelectedRow {
  /** Whose neighbour it is. */
  readonly hit: number;
  readonly thread: string;
}

function placesAround(context: StoreContext, around: Around): readonly ThreadPlace[] {
  // One more before, so that the first has a previous one.
  const before = groupByHit(readSide(context, around, "before"));
  const after = groupByHit(readSide(context, around, "after"));
  const places = new Map<number, ThreadPlace>();
  for (const hit of around.rows) {
    const earlier = before.get(hit.row) ?? [];
    const later = after.get(hit.row) ?? [];
    const thread = (earlier[0] ?? later[0])?.thread;
    if (thread === undefined) continue;
    const window = [...earlier, ...later];
    const spare = earlier.filter(({ row }) => row !== hit.row).length > around.count ? 1 : 0;
    for (const [index, { row, id, scripts, path }] of window.entries()) {
      if (index < spare) continue;
      places.set(row, { of: { row, id, scripts, path }, thread, previous: window[index - 1]?.id });
    }
  }
  return [...places.values()];
}

function groupByHit(neighbours: readonly Neighbour[]): ReadonlyMap<number, readonly Neighbour[]> {
  return Map.groupBy(neighbours, ({ hit }) => hit);
}

/** The hits themselves and what is before them, or what is after them, in order. */
function readSide(
  { connection, queries }: StoreContext,
  { rows, count, selection }: Around,
  side: "before" | "after",
): readonly Neighbour[] {
  const isBefore = side === "before";
  const beyond: RawBuilder<unknown> = sql.raw(isBefore ? "<=" : ">");
  const order = isBefore ? "desc" : "asc";
  const hits = rows.map(({ row }) => row);
  const query = queries
    .selectFrom("records as h")
    .innerJoin("records as n", (join) =>
      join.on((eb) =>
        eb(
          "n.row",
          "in",
          eb
            .selectFrom("records as r")
            .select("r.row")
            .whereRef("r.scope", "=", "h.scope")
            .whereRef("r.thread", "=", "h.thread")
            .where(sql<boolean>`(r.happened_at, r.id) ${beyond} (h.happened_at, h.id)`)
            .where(selectionSql(selection))
            .orderBy("r.happened_at", order)
            .orderBy("r.id", order)
            .limit(isBefore ? count + 2 : count),
        ),
      ),
    )
    .innerJoin("scopes as s", "s.id", "n.scope")
    .select(["h.row as hit", "n.row", "n.id", scriptsOf("n"), "n.thread", "s.path"])
    .where(oneOf(sql.ref("h.row"), hits))
    .where("h.thread", "is not", null)
    .orderBy("h.row")
    .orderBy("n.happened_at")
    .orderBy("n.id");
  return connection
    .query(query.compile())
    .map(({ thread, ...neighbour }) => ({ ...neighbour, thread: thread ?? "" }));
}
