import type { SearchRequest, VectorLeg, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { textArray } from "../../client/encode-array.js";
import { escapeTerm } from "../../record/term-text.js";
import type { Names } from "../../sql/names.js";
import { packedNumber, packedText, splitPacked } from "../../sql/packed-rows.js";
import { LONG_TEXT } from "../search-sql.js";
import { toSimilarity } from "../to-similarity.js";
import type { RosterRecord } from "./roster.js";

const FIELDS = 7;

/** A search that the database has a function for: what every recall in one scope asks. */
export interface ScopeSearch {
  readonly path: string;
  /** Place of the only vector leg among the legs; -1 for none. */
  readonly place: number;
  readonly leg: VectorLeg | undefined;
}

/** How the function is called. */
export interface ScopeCall {
  readonly request: SearchRequest;
  /** Number of the leg's space; `undefined` for none, or if nobody has written in it. */
  readonly space: number | undefined;
  /** At most so many records. */
  readonly limit: number;
}

/** What `search_scope` answers; see `recallFunctions`. */
export interface ScopeAnswer {
  readonly records: string | null;
  readonly in_space: boolean;
}

/** What the function is asked for this search; `undefined` if it is another one. */
export function toScopeSearch(
  areas: readonly ScopeRange[],
  { legs, selection }: SearchRequest,
): ScopeSearch | undefined {
  const [area] = areas;
  if (!area || area.below || areas.length > 1 || selection.where !== undefined) return undefined;
  const [leg, ...others] = legs.filter((each) => each.type === "vector");
  if (others.length > 0) return undefined;
  return { path: area.path, leg, place: legs.findIndex((each) => each === leg) };
}

/** Calls the function. */
export function scopeSearchSql(
  names: Names,
  { path, leg }: ScopeSearch,
  { request, limit, space }: ScopeCall,
): RawBuilder<unknown> {
  const { kinds, now, validAt, includeArchived = false } = request.selection;
  const text = request.legs.find((each) => each.type === "text");
  const query =
    leg && space !== undefined ? names.vectorOf(leg.values) : sql`null::${names.vector()}`;
  return sql`select records, in_space from ${names.search_scope}(
    ${path}, ${kinds ? textArray(kinds) : null}, ${now?.getTime() ?? null}, ${validAt?.getTime() ?? null},
    ${includeArchived}, ${(request.around ?? 0) > 0}, ${text ? textArray(text.terms.map(escapeTerm)) : null},
    ${LONG_TEXT}, ${space ?? null}, ${query}, ${limit})`;
}

/** The records in the answer; `undefined` if the separator is in an id or a thread. */
export function readScopeAnswer(
  { records }: ScopeAnswer,
  { path, place }: ScopeSearch,
  legs: number,
): readonly RosterRecord[] | undefined {
  const fields = splitPacked(records, FIELDS);
  if (!fields) return undefined;
  const roster: RosterRecord[] = [];
  for (let at = 1; at < fields.length; at += FIELDS) {
    const id = fields[at] ?? "";
    const similarity = fields[at + 6] ?? "";
    const scores = Array.from<number | undefined>({ length: legs });
    if (similarity !== "") scores[place] = toSimilarity(Number(similarity));
    roster.push({
      path,
      id,
      isSelected: id !== "",
      thread: packedText(fields[at + 1] ?? ""),
      happenedAt: Number(fields[at + 2]),
      scripts: packedNumber(fields[at + 3] ?? ""),
      termCount: Number(fields[at + 4]),
      terms: fields[at + 5] ?? "",
      scores,
    });
  }
  return roster;
}
