import type { CallOptions } from "@kioku/core";
import type { SearchHits, SearchRequest } from "@kioku/core/toolkit";
import { rangesOf } from "@kioku/core/toolkit";

import type { PostgresStore } from "../../src/index.js";
import { searchLarge } from "../../src/search/large/search-large.js";
import type { StoreSession } from "../../src/store-session.js";

/** A store that searches all scopes as if they were large, on a session of the same schema. */
export function largeSearches(store: PostgresStore, session: StoreSession): PostgresStore {
  const own: Partial<PostgresStore> = {
    open: async () => {
      await store.open();
      await session.open();
    },
    search: (request, options) => searchAsLarge(session, request, options),
    close: async () => {
      await session.close();
      await store.close();
    },
  };
  return new Proxy(store, {
    get: (_, name) => {
      const member: unknown = Reflect.get(own, name) ?? Reflect.get(store, name);
      return typeof member === "function" ? (member.bind(store) as unknown) : member;
    },
  });
}

/** Searches as if there were many records. */
export function searchAsLarge(
  session: StoreSession,
  request: SearchRequest,
  options?: CallOptions,
): Promise<SearchHits> {
  const ranges = rangesOf(request.selection);
  return searchLarge(session, { ranges, request, signal: options?.signal });
}
