import { type JsonObject, MemoryError } from "@kioku/core";
import { checkMembers, checkNumber, invalidInput } from "@kioku/core/toolkit";

import type { KindSearch } from "../api/memory-kinds.js";
import type { ItemKind } from "../model/kind-fields.js";
import { checkTags } from "../schemas/check-tags.js";
import { ITEM_KINDS, SCHEMAS, type SearchMethod } from "../schemas/item-schemas.js";

/** Longest query. */
const MAX_QUERY = 4_000;
const LIMITS = { min: 1, max: 100, integer: true } as const;
const MEMBERS = ["kind", "query", "field", "method", "limit", "filterTags"];

/** A search of one field of one kind. */
export interface FieldSearch {
  readonly kind: ItemKind;
  readonly field: string;
  readonly method: SearchMethod;
  readonly query: string;
  readonly limit: number;
  readonly filterTags: JsonObject | undefined;
}

/** Checks a search, and returns it for each kind. @throws `invalid-input`, without its query */
export function checkSearch(given: KindSearch): readonly FieldSearch[] {
  checkMembers(given, "query", MEMBERS);
  const { kind = "all", query, field, method, limit = 10 } = given;
  if (typeof query !== "string" || query.trim() === "") {
    throw invalidInput("query.query", "text that is not blank");
  }
  if (query.length > MAX_QUERY) {
    throw invalidInput("query.query", `at most ${MAX_QUERY} characters long`);
  }
  if (method !== undefined && method !== "bm25" && method !== "embedding") {
    throw invalidInput("query.method", "bm25 or embedding");
  }
  checkNumber(limit, "query.limit", LIMITS);
  const filterTags = checkTags(given.filterTags, "query.filterTags");
  const kinds = ITEM_KINDS.filter((one) => kind === "all" || kind === one);
  if (kinds.length === 0) throw invalidInput("query.kind", `${ITEM_KINDS.join(", ")} or all`);
  if (kind === "all" && field !== undefined) {
    throw invalidInput("query.field", "left out for all kinds, which have fields of their own");
  }
  return kinds.map((one) => {
    const way = method ?? SCHEMAS[one].method;
    const searched = checkField(one, field ?? SCHEMAS[one].field[way], way);
    return { kind: one, field: searched, method: way, query, limit, filterTags };
  });
}

function checkField(kind: ItemKind, field: unknown, method: SearchMethod): string {
  const fields = Object.entries(SCHEMAS[kind].searchable);
  const [name, methods] = fields.find(([one]) => one === field) ?? [];
  if (name === undefined || !methods) {
    const names = fields.map(([one]) => one).join(", ");
    throw invalidInput("query.field", `one of ${names}, which can be searched in ${kind} memory`);
  }
  if (methods.includes(method)) return name;
  const problem = `query.method must be ${methods.join(" or ")} for ${name} of ${kind} memory`;
  throw new MemoryError("invalid-input", problem);
}
