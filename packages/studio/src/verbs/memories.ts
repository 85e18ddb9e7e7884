import { checkBoolean, checkNumber, checkOneOf, checkText } from "@kioku/core/toolkit";

import type { MemoriesVerbs, MemoryOrder } from "../wire/memories.js";
import { inScope } from "./in-scope.js";
import { memoryRow } from "./memory-row.js";
import { checkSelection } from "./memory-selection.js";
import type { VerbTable } from "./service.js";

/** Rows that are read at once: a page costs about the same whatever its length. */
const PAGE = 1000;
const MOST_ROWS = 500;
const MOST_QUERY = 10_000;
const ORDERS: readonly MemoryOrder[] = ["newest", "oldest", "changed"];

/** Verbs of the page `memories`. */
export const MEMORIES: VerbTable<MemoriesVerbs> = {
  rows: {
    isWrite: false,
    run: async ({ memory, listings, clock }, query, options) => {
      const { start = 0, limit = 200, isFresh = false, ...selection } = query;
      const order = checkOneOf(selection.order ?? "newest", "query.order", ORDERS);
      const wanted = checkSelection(selection, clock());
      const view = inScope(memory, selection.scope);
      checkNumber(start, "query.start", { min: 0, max: 1e9, integer: true });
      checkNumber(limit, "query.limit", { min: 0, max: MOST_ROWS, integer: true });
      const { scope, kind, origin, state, isPinned, feeling, from, to } = selection;
      const name = JSON.stringify([order, scope, kind, origin, state, isPinned, feeling, from, to]);
      const listing = listings.get(name, async (cursor, reading) => {
        const page = await view.list(
          {
            ...wanted,
            orderBy: order === "changed" ? "updatedAt" : "createdAt",
            order: order === "oldest" ? "asc" : "desc",
            limit: PAGE,
            cursor,
          },
          reading,
        );
        const items = page.items.map((record) => memoryRow(memory, record));
        return page.cursor === undefined ? { items } : { items, cursor: page.cursor };
      });
      if (checkBoolean(isFresh, "query.isFresh")) listing.forgetRows();
      return { ...(await listing.rows(start, limit, options)), kinds: listings.kinds };
    },
  },
  search: {
    isWrite: false,
    run: async ({ memory, clock }, { text, limit = 100, ...selection }, options) => {
      const { reach, filter, includeArchived } = checkSelection(selection, clock());
      checkText(text, "query.text", MOST_QUERY);
      checkNumber(limit, "query.limit", { min: 1, max: MOST_ROWS, integer: true });
      const view = inScope(memory, selection.scope);
      const query = { query: text, limit, reach, filter, includeArchived };
      const relevant = await view.recall(query, options);
      const found =
        relevant.length > 0
          ? relevant
          : await view.recall({ ...query, mode: "keyword", minScore: 0 }, options);
      const rows = found.map((one) => ({ ...memoryRow(memory, one), relevance: one.relevance }));
      return { rows, isRelevant: relevant.length > 0 };
    },
  },
};
