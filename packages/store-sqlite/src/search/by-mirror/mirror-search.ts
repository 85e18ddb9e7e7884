import type { AreaMirror } from "../../mirror/area-mirror.js";
import type { SelectedRow } from "../found-record.js";
import type { SearchContext } from "../search-context.js";
import type { SelectedSlots } from "./selected-slots.js";

/** What all questions of one search in a mirror share. */
export interface MirrorSearch extends SearchContext {
  readonly mirror: AreaMirror;
  readonly selected: SelectedSlots;
  /** By slot, what some question has met. */
  readonly seen: Map<number, SelectedRow>;
}

const PATH = "select path from scopes where id = ?";

/** The record of a slot as the rest of a search knows it. */
export function selectedAt(search: MirrorSearch, slot: number): SelectedRow {
  const known = search.seen.get(slot);
  if (known) return known;
  const { mirror, connection } = search;
  const { area, roster } = mirror;
  const readPath = (scope: number): string => connection.values<string>(PATH, scope)[0] ?? "";
  const selected = {
    row: roster.rowAt(slot),
    id: roster.idAt(slot),
    scripts: roster.scriptsAt(slot),
    path: area.below ? mirror.pathOf(roster.scopeAt(slot), readPath) : area.path,
    hasThread: roster.threads.threadAt(slot) !== null,
  };
  search.seen.set(slot, selected);
  return selected;
}
