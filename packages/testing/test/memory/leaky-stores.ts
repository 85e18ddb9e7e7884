import { MemoryError } from "@kioku/core";
import type { MemoryRecord, Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { CompleteStore, RecordRef } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { allRecords, confuseScopes, mapSelections } from "../broken/break-store.js";

/** A way to mix up scopes. */
export interface Leak {
  readonly name: string;
  readonly breakStore: (store: CompleteStore) => CompleteStore;
}

/** Asks for what is not here in every other scope. */
function askEverywhere(
  store: CompleteStore,
  matches: (ref: RecordRef) => boolean,
): CompleteStore["get"] {
  return async (refs, options) => {
    const found = await store.get(refs, options);
    const { items } = await store.scopes([], { limit: 1_000 });
    const firstOf = async (ref: RecordRef): Promise<MemoryRecord | undefined> => {
      const everywhere = items.map((scope): RecordRef => ({ ...ref, scope }));
      return (await store.get(everywhere, options)).find((record) => record !== undefined);
    };
    return Promise.all(
      refs.map(async (ref, index) => found[index] ?? (matches(ref) ? firstOf(ref) : undefined)),
    );
  };
}

function foldedAlike(name: string, fold: (path: string) => string): Leak {
  return { name, breakStore: (store) => confuseScopes(store, (scope) => fold(scopeToPath(scope))) };
}

/** Stores that leak, each in another way. */
export const LEAKS: readonly Leak[] = [
  foldedAlike("takes scopes for each other that differ in case", (path) => path.toLowerCase()),
  foldedAlike("takes scopes for each other that differ in normal form", (path) =>
    path.normalize("NFC"),
  ),
  foldedAlike("takes scopes for each other that differ in width", (path) => path.normalize("NFKC")),
  foldedAlike("takes scopes for each other that differ in blanks", (path) =>
    path.replaceAll(/[\s\p{Cf}]/gu, ""),
  ),
  {
    name: "joins the elements of a scope without escaping",
    breakStore: (store) => confuseScopes(store, (scope) => scope.join("/")),
  },
  {
    name: "takes a scope for everything whose path begins with its path",
    breakStore: (store) =>
      mapSelections(store, async (selection) => {
        if (selection.reach === "here") return selection;
        const { items } = await store.scopes([], { limit: 1_000 });
        const starts = selection.within.map((scope) => scopeToPath(scope));
        const within = items.filter((scope) =>
          starts.some((start) => scopeToPath(scope).startsWith(start)),
        );
        return { ...selection, within };
      }),
  },
  {
    name: "finds an id in every scope",
    breakStore: (store) => replace(store, { get: askEverywhere(store, (ref) => "id" in ref) }),
  },
  {
    name: "finds a key in every scope",
    breakStore: (store) => replace(store, { get: askEverywhere(store, (ref) => "key" in ref) }),
  },
  {
    name: "finds an idempotency key in every scope",
    breakStore: (store) =>
      replace(store, { get: askEverywhere(store, (ref) => "idempotencyKey" in ref) }),
  },
  {
    name: "finds duplicates in every scope",
    breakStore: (store) =>
      replace(store, { get: askEverywhere(store, (ref) => "contentHash" in ref) }),
  },
  {
    name: "shows the history of an id in every scope",
    breakStore: (store) =>
      replace(store, {
        history: async (ref, options) => {
          const { items } = await store.scopes([], { limit: 1_000 });
          const all = items.map((scope) => store.history({ scope, id: ref.id }, options));
          return (await Promise.all(all)).flat();
        },
      }),
  },
  {
    name: "deletes an id in every scope",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const { items } = await store.scopes([], { limit: 1_000 });
          const wider = ops.flatMap((op) =>
            op.op === "delete" ? items.map((scope) => ({ ...op, scope })) : [],
          );
          const results = await store.write(ops, options);
          await store.write(wider, options);
          return results;
        },
      }),
  },
  {
    name: "strengthens an id in every scope",
    breakStore: (store) =>
      replace(store, {
        strengthen: async (updates, options) => {
          const records = await allRecords(store);
          const wider = updates.flatMap(({ id, strength }) =>
            records
              .filter((record) => record.id === id)
              .map(({ scope }) => ({ scope, id, strength })),
          );
          return store.strengthen(wider, options);
        },
      }),
  },
  {
    name: "deletes what a filter selects in the parent, too",
    breakStore: (store) =>
      replace(store, {
        deleteWhere: (selection, options) =>
          store.deleteWhere(
            {
              ...selection,
              within: [...selection.within, ...selection.within.map((scope) => scope.slice(0, -1))],
            },
            options,
          ),
      }),
  },
  {
    name: "lists all scopes to everybody",
    breakStore: (store) =>
      replace(store, { scopes: (_within, page, options) => store.scopes([], page, options) }),
  },
  {
    name: "follows a cursor into the scope that it came from",
    breakStore: (store) => {
      const cameFrom = new Map<string, readonly Scope[]>();
      return replace(store, {
        list: async (request, options) => {
          const within = cameFrom.get(request.cursor ?? "") ?? request.within;
          const page = await store.list({ ...request, within }, options);
          if (page.cursor !== undefined) cameFrom.set(page.cursor, within);
          return page;
        },
      });
    },
  },
  {
    name: "tells in its errors what another scope holds",
    breakStore: (store) =>
      replace(store, {
        get: async (refs, options) => {
          const found = await store.get(refs, options);
          if (!refs.some((ref, index) => "id" in ref && !found[index])) return found;
          const [first] = await allRecords(store);
          throw new MemoryError("store-failed", `not found, but there is ${first?.content ?? ""}`);
        },
      }),
  },
  {
    name: "fails with an error of its own",
    breakStore: (store) =>
      replace(store, { strengthen: () => Promise.reject(new Error("SQLITE_ERROR")) }),
  },
];
