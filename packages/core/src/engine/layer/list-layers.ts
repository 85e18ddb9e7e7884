import type { Memory } from "../../api/memory.js";
import type { ListQuery, ScopesQuery } from "../../api/queries.js";
import { checkObject, checkOneOf } from "../../internal/check/check.js";
import type { CursorParts } from "../../internal/cursor.js";
import type { CallOptions } from "../../model/call-options.js";
import { compareText } from "../../model/compare-text.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Scope } from "../../model/scope.js";
import { checkPageOf } from "../read/list-records.js";
import { mergePages } from "./merge-pages.js";

/** Returns one page of the records of all layers, in one order. */
export async function listLayers(
  layers: readonly Pick<Memory, "list">[],
  query: ListQuery,
  options: CallOptions,
): Promise<Page<MemoryRecord>> {
  checkObject(query, "query");
  const { limit, cursor } = checkPageOf(query);
  const orders = ["createdAt", "updatedAt", "key"] as const;
  const orderBy = checkOneOf(query.orderBy ?? "createdAt", "query.orderBy", orders);
  const order = checkOneOf(query.order ?? "asc", "query.order", ["asc", "desc"]);
  return mergePages<MemoryRecord>({
    name: `${orderBy} ${order}`,
    layers: layers.map((layer) => (from) => layer.list({ ...query, limit, cursor: from }, options)),
    positionOf: (record) => {
      const by = orderBy === "key" ? (record.key ?? "") : record[orderBy].getTime();
      return [by, scopeToPath(record.scope), record.id];
    },
    compare: order === "asc" ? comparePositions : (a, b) => comparePositions(b, a),
    positionLength: 3,
    limit,
    cursor,
  });
}

/** Returns one page of the scopes of all layers. */
export async function listScopesOfLayers(
  layers: readonly Memory[],
  query: ScopesQuery,
  options: CallOptions,
): Promise<Page<Scope>> {
  checkObject(query, "query");
  const { limit, cursor } = checkPageOf(query);
  return mergePages<Scope>({
    name: "scopes",
    layers: layers.map(
      (layer) => (from) => layer.scopes({ ...query, limit, cursor: from }, options),
    ),
    positionOf: (scope) => [scopeToPath(scope)],
    compare: comparePositions,
    positionLength: 1,
    limit,
    cursor,
  });
}

function comparePositions(a: CursorParts, b: CursorParts): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? "";
    const order =
      typeof part === "number" && typeof other === "number"
        ? part - other
        : compareText(String(part), String(other));
    if (order !== 0) return order;
  }
  return 0;
}
