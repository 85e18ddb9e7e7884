import { recordLength, takePage } from "../contracts/page-length.js";
import type { ListOrder, ListRequest } from "../contracts/selection.js";
import { MemoryError } from "../errors/memory-error.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import type { Page } from "../model/page.js";
import type { MemoryRecord } from "../model/record.js";
import { copyRecord } from "./copy-record.js";
import { matchesSelection } from "./matches-selection.js";
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
