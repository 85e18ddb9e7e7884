import type { ScopePage } from "../contracts/memory-store.js";
import type { ListOrder, ListRequest } from "../contracts/search.js";
import { recordLength, takePage } from "../contracts/store-helpers.js";
import { MemoryError } from "../errors/memory-error.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import type { MemoryRecord, Page } from "../model/record.js";
import { isWithin, pathToScope } from "../model/scope.js";
import type { Scope } from "../model/scope.js";
import { copyRecord } from "./records.js";
import { matchesSelection } from "./selection.js";
import type { StoredRecord, Tables } from "./tables.js";

/** Where a record stands in a listing. No two records stand at the same place. */
interface Position {
  readonly value: number | string;
  readonly path: string;
  readonly id: string;
}

/**
 * One page of the records selected, from where the page before ended: that position, not a count.
 */
export function listRecords(tables: Tables, request: ListRequest): Page<MemoryRecord> {
  const { orderBy, order, limit } = request;
  const kind = `list:${orderBy}:${order}`;
  const sign = order === "asc" ? 1 : -1;
  const end = request.cursor === undefined ? undefined : positionFrom(request.cursor, kind);
  const rest = [...tables.records.values()]
    .filter((stored) => isListed(stored, request))
    .map((stored) => ({ stored, position: positionOf(stored, orderBy) }))
    .filter(({ position }) => !end || sign * comparePositions(position, end) > 0)
    .toSorted((a, b) => sign * comparePositions(a.position, b.position));

  const { items, isCut } = takePage(rest, {
    limit,
    read: ({ stored }) => copyRecord(stored.record),
    lengthOf: recordLength,
  });
  const last = rest[items.length - 1]?.position;
  if (!last || !isCut) return { items };
  return { items, cursor: encodeCursor(kind, [last.value, last.path, last.id]) };
}

function isListed({ record, search }: StoredRecord, request: ListRequest): boolean {
  const { orderBy, missingVectorIn } = request;
  return (
    (orderBy !== "key" || record.key !== undefined) &&
    (missingVectorIn === undefined || search?.vectors.has(missingVectorIn) === false) &&
    matchesSelection(record, request)
  );
}

function positionOf({ record, path }: StoredRecord, orderBy: ListOrder): Position {
  const value = orderBy === "key" ? (record.key ?? "") : record[orderBy].getTime();
  return { value, path, id: record.id };
}

function positionFrom(cursor: string, kind: string): Position {
  const [value, path, id] = decodeCursor(cursor, kind, 3);
  if (value === undefined || typeof path !== "string" || typeof id !== "string") {
    throw new MemoryError("invalid-input", "cursor was changed: pass it as the page before had it");
  }
  return { value, path, id };
}

function comparePositions(a: Position, b: Position): number {
  const byValue =
    typeof a.value === "number" && typeof b.value === "number"
      ? a.value - b.value
      : compareText(String(a.value), String(b.value));
  return byValue || compareText(a.path, b.path) || compareText(a.id, b.id);
}

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
