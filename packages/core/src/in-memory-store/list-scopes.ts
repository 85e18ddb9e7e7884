import type { ScopePage } from "../contracts/memory-store.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import type { Page } from "../model/page.js";
import { isWithin, pathToScope } from "../model/scope-path.js";
import type { Scope } from "../model/scope.js";
import type { Tables } from "./tables.js";

/** One page of the scopes at or below `within` that hold records. */
export function listScopes(tables: Tables, within: Scope, page: ScopePage): Page<Scope> {
  const end = page.cursor === undefined ? undefined : decodeCursor(page.cursor, "scopes", 1)[0];
  const paths = new Set<string>();
  for (const { record, path } of tables.records.values()) {
    const isLeft = end === undefined || compareText(path, String(end)) > 0;
    if (isLeft && isWithin(record.scope, within)) paths.add(path);
  }
  const shown = [...paths].toSorted(compareText).slice(0, page.limit);
  const last = shown.at(-1);
  const items = shown.map((path) => pathToScope(path));
  if (last === undefined || shown.length === paths.size) return { items };
  return { items, cursor: encodeCursor("scopes", [last]) };
}
