import { listPosition, recordLength, takePage, type ListPosition } from "../contracts/paging.js";
import type { ListOrder, ListRequest, ScopePage } from "../contracts/search.js";
import { comparePositions, decodeCursor, encodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import type { MemoryRecord, Page } from "../model/record.js";
import { isWithin, pathToScope, type Scope } from "../model/scope.js";
import { matchesSelection } from "./selection.js";
import { copyRecord, type StoredRecord, type Tables } from "./tables.js";

/** A record and the `scopeToPath` of its scope. */
export interface ListedRecord {
  readonly record: MemoryRecord;
  readonly path: string;
}

/** Returns one page of a selection. */
export function listRecords(tables: Tables, request: ListRequest): Page<MemoryRecord> {
  const listed = [...tables.records.values()].filter((stored) => isListed(stored, request));
  return pageOfRecords(listed, request);
}

/** Returns a page of copied records. @throws `invalid-input` for a cursor of another listing. */
export function pageOfRecords(
  records: readonly ListedRecord[],
  request: ListRequest,
): Page<MemoryRecord> {
  const { orderBy, order, limit } = request;
  const sign = order === "asc" ? 1 : -1;
  const end = listPosition(request);
  const rest = records
    .filter(({ record }) => orderBy !== "key" || record.key !== undefined)
    .map((listed) => ({ listed, position: positionOf(listed, orderBy) }))
    .filter(({ position }) => !end || sign * comparePositions(position, end) > 0)
    .toSorted((a, b) => sign * comparePositions(a.position, b.position));

  const { items, isCut } = takePage(rest, {
    limit,
    read: ({ listed }) => copyRecord(listed.record),
    lengthOf: recordLength,
  });
  const last = rest[items.length - 1]?.position;
  if (!last || !isCut) return { items };
  return { items, cursor: encodeCursor(`list:${orderBy}:${order}`, last) };
}

function isListed({ record, search }: StoredRecord, request: ListRequest): boolean {
  const { missingVectorIn } = request;
  return (
    (missingVectorIn === undefined || search?.vectors.has(missingVectorIn) === false) &&
    matchesSelection(record, request)
  );
}

function positionOf({ record, path }: ListedRecord, orderBy: ListOrder): ListPosition {
  const value = orderBy === "key" ? (record.key ?? "") : record[orderBy].getTime();
  return [value, path, record.id];
}

/** Returns one page of the scopes at or below `within` that hold records. */
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
