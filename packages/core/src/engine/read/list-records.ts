import type { SpaceStatus } from "../../api/memory-root.js";
import type { ListQuery, ScopesQuery } from "../../api/queries.js";
import type { ListRequest } from "../../contracts/search.js";
import { checkCallOptions } from "../../internal/check/check-inputs.js";
import {
  checkBoolean,
  checkMembers,
  checkNumber,
  checkOneOf,
  invalidInput,
} from "../../internal/check/check.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import type { CallOptions } from "../../model/call-options.js";
import { compareText } from "../../model/compare-text.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { checkKinds, checkReach } from "./check-recall-query.js";
import { checkAsOf, engineAt } from "./engine-at.js";
import type { ReadCall } from "./read-records.js";

const DEFAULT_PAGE = 100;

const ORDERS = ["createdAt", "updatedAt", "key"] as const;
const MEMBERS =
  "reach kinds filter orderBy order limit cursor asOf includeRetired includeArchived".split(" ");

/** Returns one page of the records of a scope. */
export async function listRecords(
  engine: Engine,
  query: ListQuery,
  { scope, ...options }: ReadCall,
): Promise<Page<MemoryRecord>> {
  checkCallOptions(options);
  const request = checkListQuery(query, scope);
  const asOf = checkAsOf(query.asOf, "query.asOf");
  if (query.includeRetired === true && asOf.validAt !== undefined) {
    const allowed = "left out with asOf.validAt, which says what to list";
    throw invalidInput("query.includeRetired", allowed);
  }
  return engine.lifecycle.run(options.signal, async () => {
    const present = engine.clock();
    const { knownAt, validAt = present } = asOf;
    const validity = query.includeRetired === true ? {} : { validAt };
    const selection = { ...request, now: knownAt ?? present, ...validity };
    const { store } = await engineAt(engine, { ...options, selection, knownAt, search: "none" });
    return store.list(selection, options);
  });
}

/** Returns one page of the scopes at or below a scope. */
export async function listScopes(
  engine: Engine,
  query: ScopesQuery,
  { scope, ...options }: ReadCall,
): Promise<Page<Scope>> {
  checkCallOptions(options);
  checkMembers(query, "query", ["limit", "cursor"]);
  const page = checkPageOf(query);
  return engine.lifecycle.run(options.signal, () => engine.store.scopes(scope, page, options));
}

/** Returns the spaces of the store by id, each with the number of vectors it lacks. */
export async function spaceStatuses(
  { embedders, lifecycle, store }: Engine,
  options: CallOptions,
): Promise<readonly SpaceStatus[]> {
  checkCallOptions(options);
  const { signal } = options;
  return lifecycle.run(signal, async () => {
    const statuses: SpaceStatus[] = [];
    for (const space of await store.spaces({ signal })) {
      const hasEmbedder = embedders.some(({ id }) => id === space.id);
      const isWanted = hasEmbedder || space.state !== "separate";
      const missing = isWanted ? await store.countMissingVectors(space.id, { signal }) : 0;
      statuses.push({ ...space, missing, hasEmbedder });
    }
    return statuses.toSorted((a, b) => compareText(a.id, b.id));
  });
}

function checkListQuery(query: ListQuery, scope: Scope): ListRequest {
  checkMembers(query, "query", MEMBERS);
  const { filter } = query;
  checkBoolean(query.includeRetired ?? false, "query.includeRetired");
  return {
    within: [scope],
    reach: checkReach(query.reach),
    kinds: checkKinds(query.kinds),
    where: filter === undefined ? undefined : parseFilter(filter),
    includeArchived: checkBoolean(query.includeArchived ?? false, "query.includeArchived"),
    orderBy: checkOneOf(query.orderBy ?? "createdAt", "query.orderBy", ORDERS),
    order: checkOneOf(query.order ?? "asc", "query.order", ["asc", "desc"]),
    ...checkPageOf(query),
  };
}

/** Checks the size and the cursor of a page. */
export function checkPageOf({ limit, cursor }: ScopesQuery): Pick<ListRequest, "limit" | "cursor"> {
  const size = { min: 1, max: MAX_LIMIT, integer: true };
  const checked = checkNumber(limit ?? DEFAULT_PAGE, "query.limit", size);
  if (cursor === undefined || typeof cursor === "string") return { limit: checked, cursor };
  throw invalidInput("query.cursor", "the cursor of the page before", cursor);
}
