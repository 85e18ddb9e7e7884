import type { SearchRequest, VectorLeg } from "@kioku/core";
import type { Area } from "@kioku/core/stores";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Names } from "../../sql/names.js";
import { LONG_TEXT } from "../search-sql.js";
import type { RosterRow } from "./roster-sql.js";

const SEPARATOR = "\u001E";
const RECORD_FIELDS = 6;
const VECTOR_FIELDS = 2;

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
  /** At most so many records, and so many vectors. */
  readonly limit: number;
}

/** What `search_scope` answers; see `recallFunctions`. */
export interface ScopeAnswer {
  readonly records: string | null;
  readonly vectors: string | null;
}

/** What the function is asked for this search; `undefined` if it is another one. */
export function toScopeSearch(
  areas: readonly Area[],
  { legs, selection }: SearchRequest,
): ScopeSearch | undefined {
  const [area] = areas;
  if (!area || area.below || areas.length > 1) return undefined;
  if (selection.kinds !== undefined || selection.where !== undefined) return undefined;
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
  const { now, validAt, includeArchived = false } = request.selection;
  const longest = request.legs.some(({ type }) => type === "text") ? LONG_TEXT : -1;
  const query =
    leg && space !== undefined ? names.vectorOf(leg.values) : sql`null::${names.vector()}`;
  return sql`select records, vectors from ${names.search_scope}(
    ${path}, ${now?.getTime() ?? null}, ${validAt?.getTime() ?? null}, ${includeArchived},
    ${(request.around ?? 0) > 0}, ${longest}, ${space ?? null}, ${query}, ${limit})`;
}

/** The answer as the rows of the roster; `undefined` if the separator is in an id or a thread. */
export function toRosterRows(
  { records, vectors }: ScopeAnswer,
  place: number,
): readonly RosterRow[] | undefined {
  const fields = fieldsOf(records, RECORD_FIELDS);
  const scores = fieldsOf(vectors, VECTOR_FIELDS);
  if (!fields || !scores) return undefined;
  const rows: RosterRow[] = [];
  for (let at = 1; at < fields.length; at += RECORD_FIELDS) rows.push(toRecordRow(fields, at));
  for (let at = 1; at < scores.length; at += VECTOR_FIELDS) {
    const [id = "", score] = scores.slice(at, at + VECTOR_FIELDS);
    rows.push({ id, scripts: null, leg: place, score: Number(score) });
  }
  return rows;
}

function fieldsOf(text: string | null, width: number): readonly string[] | undefined {
  if (text === null) return [];
  const fields = text.split(SEPARATOR);
  return fields.length === 1 + Number(fields[0]) * width ? fields : undefined;
}

function toRecordRow(fields: readonly string[], at: number): RosterRow {
  const [id, thread, happenedAt, scripts, termCount, terms = ""] = fields.slice(
    at,
    at + RECORD_FIELDS,
  );
  return {
    id: textOf(id),
    thread: textOf(thread),
    happened_at: Number(happenedAt),
    scripts: scripts === "" ? null : Number(scripts),
    term_count: Number(termCount),
    terms: Number(termCount) <= LONG_TEXT ? terms : null,
    leg: null,
  };
}

/** What follows the sign that there is something. */
function textOf(field = ""): string | null {
  return field === "" ? null : field.slice(1);
}
