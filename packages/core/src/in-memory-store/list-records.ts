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

/** A record and the `scopeToPath` of its scope. */
export interface ListedRecord {
  readonly record: MemoryRecord;
  readonly path: string;
}

/** Returns one page of the records selected. */
export function listRecords(tables: Tables, request: ListRequest): Page<MemoryRecord> {
  const listed = [...tables.records.values()].filter((stored) => isListed(stored, request));
  return pageOfRecords(listed, request);
}

/**
 * Returns one page of records in the order of a request, from where the page before ended: that
 * position, not a count. Of its selection nothing is checked here. Records are copied.
 * @throws `invalid-input` for a cursor of another listing.
 */
export function pageOfRecords(
  records: readonly ListedRecord[],
  { orderBy, order, limit, cursor }: ListRequest,
): Page<MemoryRecord> {
  const kind = `list:${orderBy}:${order}`;
  const sign = order === "asc" ? 1 : -1;
  const end = cursor === undefined ? undefined : positionFrom(cursor, kind);
  const rest = records
    .filter(({ record }) => orderBy !== "key" || record.key !== undefined)
    .map(({ record, path }) => ({ record, position: positionOf(record, path, orderBy) }))
    .filter(({ position }) => !end || sign * comparePositions(position, end) > 0)
    .toSorted((a, b) => sign * comparePositions(a.position, b.position));

  const { items, isCut } = takePage(rest, {
    limit,
    read: ({ record }) => copyRecord(record),
    lengthOf: recordLength,
  });
  const last = rest[items.length - 1]?.position;
  if (!last || !isCut) return { items };
  return { items, cursor: encodeCursor(kind, [last.value, last.path, last.id]) };
}

function isListed({ record, search }: StoredRecord, request: ListRequest): boolean {
  const { missingVectorIn } = request;
  return (
    (missingVectorIn === undefined || search?.vectors.has(missingVectorIn) === false) &&
    matchesSelection(record, request)
  );
}

function positionOf(record: MemoryRecord, path: string, orderBy: ListOrder): Position {
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
