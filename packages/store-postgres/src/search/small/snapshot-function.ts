import type { SearchRequest, VectorLeg, ScopeRange } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { RECORD_FIELDS, unpackRow } from "../../read/records-function.js";
import { escapeTerm } from "../../schema/term-text.js";
import { textArray } from "../../sql/encode.js";
import { onlyScope } from "../../sql/fragments.js";
import type { Names } from "../../sql/names.js";
import { packedNumber, packedText, splitPacked } from "../../sql/packed-rows.js";
import type { FoundRecord } from "../found-record.js";
import { LONG_TEXT, toSimilarity } from "../search-sql.js";
import type { SnapshotRecord } from "./snapshot.js";

const FIELDS = 8;
/** Larger scopes are read again rather than sent in full. */
const MOST_IN_FULL = 128;

/** A search that the function of the database can answer, as every recall in one scope. */
export interface ScopeSearch {
  readonly path: string;
  /** Index of the only vector leg; -1 for none. */
  readonly position: number;
  readonly leg: VectorLeg | undefined;
}

interface ScopeCall {
  readonly request: SearchRequest;
  /** Number of the leg's space, if it exists. */
  readonly space: number | undefined;
  readonly limit: number;
}

/** Result of the function `search_scope`. */
export interface ScopeAnswer {
  readonly records: string | null;
  readonly details: string | null;
  readonly in_space: boolean;
  /** True if the vectors have a table of their own, so that nothing was read. */
  readonly is_large: boolean;
}

/** Returns the function's search; `undefined` if it cannot answer this one. */
export function toScopeSearch(
  ranges: readonly ScopeRange[],
  { legs, selection }: SearchRequest,
): ScopeSearch | undefined {
  const path = onlyScope(ranges);
  if (path === undefined || selection.where !== undefined) return undefined;
  const [leg, ...others] = legs.filter((each) => each.type === "vector");
  if (others.length > 0) return undefined;
  return { path, leg, position: legs.findIndex((each) => each === leg) };
}

/** Calls `search_scope`. */
export function scopeSearchSql(
  names: Names,
  { path, leg }: ScopeSearch,
  { request, limit, space }: ScopeCall,
): RawBuilder<unknown> {
  const { kinds, now, validAt, includeArchived = false } = request.selection;
  const text = request.legs.find((each) => each.type === "text");
  const query =
    leg && space !== undefined ? names.vectorOf(leg.values) : sql`null::${names.vector()}`;
  const full = request.inFull === true ? MOST_IN_FULL : 0;
  return sql`select records, details, in_space, is_large from ${names.search_scope}(
    ${path}, ${kinds ? textArray(kinds) : null}, ${now?.getTime() ?? null}, ${validAt?.getTime() ?? null},
    ${includeArchived}, ${(request.around ?? 0) > 0}, ${text ? textArray(text.terms.map(escapeTerm)) : null},
    ${LONG_TEXT}, ${space ?? null}, ${query}, ${limit}, ${full})`;
}

/** Parses the records; `undefined` if an id, a thread or a speaker contains the separator. */
export function readScopeAnswer(
  { records, details }: ScopeAnswer,
  { path, position }: ScopeSearch,
  legs: number,
): readonly SnapshotRecord[] | undefined {
  const fields = splitPacked(records, FIELDS);
  if (!fields) return undefined;
  const rows = detailsById(details, path);
  const snapshot: SnapshotRecord[] = [];
  for (let at = 1; at < fields.length; at += FIELDS) {
    const id = fields[at] ?? "";
    const similarity = fields[at + 7] ?? "";
    const scores = Array.from<number | undefined>({ length: legs });
    if (similarity !== "") scores[position] = toSimilarity(Number(similarity));
    snapshot.push({
      path,
      id,
      isSelected: id !== "",
      thread: packedText(fields[at + 1] ?? ""),
      happenedAt: Number(fields[at + 2]),
      speaker: packedText(fields[at + 3] ?? ""),
      traits: packedNumber(fields[at + 4] ?? ""),
      termCount: Number(fields[at + 5]),
      terms: fields[at + 6] ?? "",
      scores,
      row: rows.get(id),
    });
  }
  return snapshot;
}

/** Returns none if a text contains the separator: then they are read again. */
function detailsById(
  details: string | null,
  path: string,
): ReadonlyMap<string, FoundRecord["row"]> {
  const fields = splitPacked(details, RECORD_FIELDS) ?? [];
  const found = new Map<string, FoundRecord["row"]>();
  for (let at = 1; at < fields.length; at += RECORD_FIELDS) {
    found.set(fields[at] ?? "", () => unpackRow(fields, at, path));
  }
  return found;
}
