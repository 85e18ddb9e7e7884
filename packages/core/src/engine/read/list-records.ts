import type { ListQuery, ScopesQuery } from "../../api/queries.js";
import type { ListRequest } from "../../contracts/search.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkTexts,
  invalidInput,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT, MAX_NAME_LENGTH } from "../../model/limits.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { checkAsOf } from "./check-as-of.js";
import { engineAt } from "./engine-at.js";
import type { ReadCall } from "./read-records.js";

const DEFAULT_PAGE = 100;
const MEMBERS = [
  "reach",
  "kinds",
  "filter",
  "orderBy",
  "order",
  "limit",
  "cursor",
  "asOf",
  "includeRetired",
  "includeArchived",
];

/** One page of the records of a scope. */
export async function listRecords(
  engine: Engine,
  query: ListQuery,
  { scope, ...options }: ReadCall,
): Promise<Page<MemoryRecord>> {
  checkCallOptions(options);
  const request = checkListQuery(query, scope);
  const asOf = checkAsOf(query.asOf, "query.asOf");
  if (query.includeRetired === true && asOf.validAt !== undefined) {
    throw invalidInput(
      "query.includeRetired",
      "left out with asOf.validAt, which says what to list",
    );
  }
  return run(engine, options, async () => {
    const present = engine.clock();
    const { knownAt, validAt = present } = asOf;
    const validity = query.includeRetired === true ? {} : { validAt };
    const selection = { ...request, now: knownAt ?? present, ...validity };
    const { store } = await engineAt(engine, { ...options, selection, knownAt, search: "none" });
    return store.list(selection, options);
  });
}

/** One page of the scopes at or below a scope. */
export async function listScopes(
  engine: Engine,
  query: ScopesQuery,
  { scope, ...options }: ReadCall,
): Promise<Page<Scope>> {
  checkCallOptions(options);
  checkMembers(query, "query", ["limit", "cursor"]);
  const page = { limit: checkPageSize(query.limit), cursor: checkCursor(query.cursor) };
  return run(engine, options, () => engine.store.scopes(scope, page, options));
}

function run<T>(engine: Engine, options: CallOptions, operation: () => Promise<T>): Promise<T> {
  return engine.lifecycle.run(options.signal, operation);
}

function checkListQuery(query: ListQuery, scope: Scope): ListRequest {
  checkMembers(query, "query", MEMBERS);
  const { kinds, filter } = query;
  checkBoolean(query.includeRetired ?? false, "query.includeRetired");
  return {
    within: [scope],
    reach: checkOneOf(query.reach ?? "here", "query.reach", ["here", "below"]),
    kinds: kinds === undefined ? undefined : checkTexts(kinds, "query.kinds", MAX_NAME_LENGTH),
    where: filter === undefined ? undefined : parseFilter(filter),
    includeArchived: checkBoolean(query.includeArchived ?? false, "query.includeArchived"),
    orderBy: checkOneOf(query.orderBy ?? "createdAt", "query.orderBy", [
      "createdAt",
      "updatedAt",
      "key",
    ]),
    order: checkOneOf(query.order ?? "asc", "query.order", ["asc", "desc"]),
    limit: checkPageSize(query.limit),
    cursor: checkCursor(query.cursor),
  };
}

function checkPageSize(limit: unknown): number {
  return checkNumber(limit ?? DEFAULT_PAGE, "query.limit", {
    min: 1,
    max: MAX_LIMIT,
    integer: true,
  });
}

function checkCursor(cursor: unknown): string | undefined {
  if (cursor === undefined || typeof cursor === "string") return cursor;
  throw invalidInput("query.cursor", "the cursor of the page before", cursor);
}
