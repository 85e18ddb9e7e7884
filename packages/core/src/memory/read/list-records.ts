import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkOneOf,
  checkTexts,
} from "../../check/check.js";
import { invalidInput } from "../../check/invalid-input.js";
import { parseFilter } from "../../check/parse-filter.js";
import type { CallOptions } from "../../model/call-options.js";
import type { Page } from "../../model/page.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { ListRequest } from "../../store/selection.js";
import { checkCallOptions } from "../check-call-options.js";
import type { Engine } from "../engine.js";
import type { ListQuery } from "../inputs.js";
import { MAX_LIMIT, MAX_NAME_LENGTH } from "../limits.js";
import type { ScopesQuery } from "../memory.js";
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
  return run(engine, options, () => {
    const now = engine.clock();
    const validAt = query.includeRetired === true ? undefined : now;
    return engine.store.list({ ...request, now, validAt }, options);
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
