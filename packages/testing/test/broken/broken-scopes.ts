import type { Page } from "@kioku/core";
import { compareText, scopeToPath } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { allRecords, confuseScopes, mapSelections } from "./break-store.js";
import type { Defect } from "./break-store.js";

/** Takes a page out of a list that was read as a whole. */
export function pageByOffset<T>(
  items: readonly T[],
  limit: number,
  cursor: string | undefined,
): Page<T> {
  const from = Number(cursor ?? 0);
  const page = items.slice(from, from + limit);
  return from + limit < items.length ? { items: page, cursor: `${from + limit}` } : { items: page };
}

/** Defects in telling scopes apart, and in the order and the pages of lists. */
export const BROKEN_SCOPES: readonly Defect[] = [
  {
    name: "takes a scope for everything whose path begins with its path",
    group: "isolation",
    breakStore: (store) =>
      mapSelections(store, async (selection) => {
        const { items } = await store.scopes([], { limit: 1_000 });
        const starts = selection.within.map((scope) => scopeToPath(scope));
        const isLeaked = (path: string): boolean => starts.some((start) => path.startsWith(start));
        if (selection.reach === "here") return selection;
        return { ...selection, within: items.filter((scope) => isLeaked(scopeToPath(scope))) };
      }),
  },
  {
    name: "takes scopes for each other that differ in case",
    group: "isolation",
    breakStore: (store) => confuseScopes(store, (scope) => scopeToPath(scope).toLowerCase()),
  },
  {
    name: "takes scopes for each other that differ in Unicode normal form",
    group: "isolation",
    breakStore: (store) => confuseScopes(store, (scope) => scopeToPath(scope).normalize("NFC")),
  },
  {
    name: "takes scopes for each other that differ in width",
    group: "isolation",
    breakStore: (store) => confuseScopes(store, (scope) => scopeToPath(scope).normalize("NFKC")),
  },
  {
    name: "takes scopes for each other that differ in blanks around",
    group: "isolation",
    breakStore: (store) =>
      confuseScopes(store, (scope) => scopeToPath(scope.map((element) => element.trim()))),
  },
  {
    name: "joins the elements of a scope without escaping",
    group: "isolation",
    breakStore: (store) => confuseScopes(store, (scope) => scope.join("/")),
  },
  {
    name: "joins the elements of a scope with colons",
    group: "isolation",
    breakStore: (store) => confuseScopes(store, (scope) => scope.join(":")),
  },
  {
    name: "lets the root have everything",
    group: "isolation",
    breakStore: (store) =>
      mapSelections(store, (selection) =>
        selection.within.some((scope) => scope.length === 0)
          ? { ...selection, within: [[]], reach: "below" }
          : selection,
      ),
  },
  {
    name: "strengthens the same id in every scope",
    group: "isolation",
    breakStore: (store) =>
      replace(store, {
        strengthen: async (updates, options) => {
          const records = await allRecords(store);
          const all = updates.flatMap(({ id, strength }) =>
            records.flatMap((record) =>
              record.id === id ? { scope: record.scope, id, strength } : [],
            ),
          );
          return store.strengthen(all, options);
        },
      }),
  },
  {
    name: "shows the history of the same id in every scope",
    group: "isolation",
    breakStore: (store) =>
      replace(store, {
        history: async ({ id }, options) => {
          const { items } = await store.scopes([], { limit: 1_000 });
          const all = items.map((scope) => store.history({ scope, id }, options));
          return (await Promise.all(all)).flat();
        },
      }),
  },
  {
    name: "orders scopes by their elements",
    group: "scopes",
    breakStore: (store) =>
      replace(store, {
        scopes: async (within, { limit, cursor }) => {
          const { items } = await store.scopes(within, { limit: 1_000 });
          const ordered = items.toSorted((a, b) => compareText(a.join("\0"), b.join("\0")));
          return pageByOffset(ordered, limit, cursor);
        },
      }),
  },
  {
    name: "pages through scopes by offset",
    group: "scopes",
    breakStore: (store) =>
      replace(store, {
        scopes: async (within, { limit, cursor }) => {
          const { items } = await store.scopes(within, { limit: 1_000 });
          return pageByOffset(items, limit, cursor);
        },
      }),
  },
  {
    name: "pages by offset",
    group: "paging",
    breakStore: (store) =>
      replace(store, {
        list: async (request) => {
          const { items } = await store.list({ ...request, cursor: undefined, limit: 1_000 });
          return pageByOffset(items, request.limit, request.cursor);
        },
      }),
  },
  {
    name: "begins anew when it does not know a cursor",
    group: "paging",
    breakStore: (store) =>
      replace(store, {
        list: (request, options) =>
          store.list(request, options).catch(() => store.list({ ...request, cursor: undefined })),
      }),
  },
  {
    name: "has a cursor on the last page",
    group: "paging",
    breakStore: (store) =>
      replace(store, {
        list: async (request, options) => {
          const more = await store.list({ ...request, limit: request.limit + 1 }, options);
          const page = await store.list(request, options);
          return more.items.length === request.limit ? { ...page, cursor: "more" } : page;
        },
      }),
  },
  {
    name: "orders text by UTF-16 units",
    group: "paging",
    breakStore: (store) =>
      replace(store, {
        list: async (request, options) => {
          const page = await store.list(request, options);
          if (request.orderBy !== "key" || request.order === "desc") return page;
          return {
            ...page,
            items: page.items.toSorted((a, b) => ((a.key ?? "") < (b.key ?? "") ? -1 : 1)),
          };
        },
      }),
  },
];
