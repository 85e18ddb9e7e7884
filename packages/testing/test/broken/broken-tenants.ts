import { scopeToPath } from "@kioku/core/toolkit";
import type { CompleteStore, SearchRequest, WriteOp } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { replaceQueue } from "./break-queue.js";
import type { Defect } from "./break-store.js";

function ownerOf(op: WriteOp): string {
  if (op.op === "space") return "";
  return scopeToPath(op.op === "put" ? op.record.scope : op.scope);
}

/** Searches each scope that holds records by itself, and puts the hits together. */
function searchEachAlone(store: CompleteStore): CompleteStore["search"] {
  return async (request: SearchRequest, options) => {
    const { items } = await store.scopes([], { limit: 1_000 });
    const hits = await Promise.all(
      items.map((scope) => {
        const selection = { ...request.selection, within: [scope], reach: "here" } as const;
        return store.search({ ...request, selection }, options);
      }),
    );
    return hits.flat().toSorted((a, b) => (b.scores[0] ?? 0) - (a.scores[0] ?? 0));
  };
}

const broken = (name: string, breakStore: Defect["breakStore"]): Defect => ({
  name,
  group: "several tenants",
  breakStore,
});

/** Defects of stores that keep tenants in different places. */
export const BROKEN_TENANTS: readonly Defect[] = [
  broken("scores the texts of each tenant by themselves", (store) =>
    replace(store, { search: searchEachAlone(store) }),
  ),
  broken("writes the ops of each tenant by themselves", (store) =>
    replace(store, {
      write: async (ops, options) => {
        const parts = [...Map.groupBy(ops, ownerOf).values()];
        const results = [];
        for (const part of parts) results.push(...(await store.write(part, options)));
        return results;
      },
    }),
  ),
  broken("lists the tenants one after the other", (store) =>
    replace(store, {
      list: async (request, options) => {
        const page = await store.list(request, options);
        const byOwner = Map.groupBy(page.items, ({ scope }) => scopeToPath(scope));
        return { ...page, items: [...byOwner.values()].flat() };
      },
    }),
  ),
  broken("deletes in one tenant only", (store) =>
    replace(store, {
      deleteWhere: (selection, options) =>
        store.deleteWhere({ ...selection, within: selection.within.slice(0, 1) }, options),
    }),
  ),
  broken("hands out the texts of one tenant only", (store) =>
    replaceQueue(store, (queue) => ({
      claim: async (request, options) =>
        (await queue.claim(request, options)).filter(({ scope }) => scope[0] !== "b"),
    })),
  ),
];
