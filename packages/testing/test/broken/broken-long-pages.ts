import { MemoryError } from "@kioku/core";
import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, RecordHistory, WriteOp } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import type { Defect } from "./break-store.js";

/** Replaces the items of every page of histories. */
function mapParts(
  store: CompleteStore,
  map: (items: readonly RecordHistory[]) => readonly RecordHistory[],
): CompleteStore {
  return replace(store, {
    histories: async (request, options) => {
      const page = await store.histories(request, options);
      return { ...page, items: map(page.items) };
    },
  });
}

/** Writes each op as `change` says, those for earlier versions only. */
function mapEarlier(
  store: CompleteStore,
  change: (op: Extract<WriteOp, { readonly op: "earlier" }>) => readonly WriteOp[],
): CompleteStore {
  return replace(store, {
    write: async (ops, options) => {
      const changed = ops.flatMap((op) => (op.op === "earlier" ? change(op) : [op]));
      await store.write(changed, options);
      return ops.map(() => ({ applied: true }));
    },
  });
}

/** Defects in pages of what is long, and in versions that are written in parts. */
export const BROKEN_LONG_PAGES: readonly Defect[] = [
  {
    name: "ends pages of records by their limit alone",
    group: "long pages",
    breakStore: (store) =>
      replace(store, {
        list: async (request, options) => {
          const items: MemoryRecord[] = [];
          let { cursor } = request;
          for (;;) {
            const limit = request.limit - items.length;
            const page = await store.list({ ...request, limit, cursor }, options);
            items.push(...page.items);
            ({ cursor } = page);
            if (cursor === undefined) return { items };
            if (items.length === request.limit) return { items, cursor };
          }
        },
      }),
  },
  {
    name: "ends the whole listing where a page is long",
    group: "long pages",
    breakStore: (store) =>
      replace(store, {
        list: async (request, options) => {
          const { items, ...rest } = await store.list(request, options);
          return items.length < request.limit ? { items } : { items, ...rest };
        },
      }),
  },
  {
    name: "has no room in a page for a record that is longer than it",
    group: "long pages",
    breakStore: (store) =>
      replace(store, {
        list: async (request, options) => {
          const { items, ...rest } = await store.list(request, options);
          return { items: items.filter(({ content }) => content.length < 4_194_304), ...rest };
        },
      }),
  },
  {
    name: "does not say that earlier versions follow",
    group: "long pages",
    breakStore: (store) =>
      mapParts(store, (items) =>
        items.map(({ scope, id, revisions, idempotencyKeys }) => {
          return { scope, id, revisions, idempotencyKeys };
        }),
      ),
  },
  {
    name: "has the newest version first in each part",
    group: "long pages",
    breakStore: (store) =>
      mapParts(store, (items) =>
        items.map((item) => ({ ...item, revisions: item.revisions.toReversed() })),
      ),
  },
  {
    name: "loses earlier versions at the end of a page",
    group: "long pages",
    breakStore: (store) =>
      replace(store, {
        histories: async (request, options) => {
          const page = await store.histories(request, options);
          const isCut = page.items.at(-1)?.more === true;
          return isCut ? { items: page.items } : page;
        },
      }),
  },
  {
    name: "begins every page of a history anew",
    group: "long pages",
    breakStore: (store) =>
      replace(store, {
        history: (ref, options) => store.history(ref, { ...options, after: 0 }),
      }),
  },
  {
    name: "ends pages of a history by their limit alone",
    group: "long pages",
    breakStore: (store) =>
      replace(store, {
        history: async (ref, { after, limit } = {}) => {
          const all = await store.history(ref, { after });
          return all.slice(0, limit);
        },
      }),
  },
  {
    name: "has no more than a page of a history that is read as a whole",
    group: "long pages",
    breakStore: (store) =>
      replace(store, {
        history: (ref, options) => store.history(ref, { limit: 1_000, ...options }),
      }),
  },
  {
    name: "does not write earlier versions",
    group: "earlier versions",
    breakStore: (store) => mapEarlier(store, () => []),
  },
  {
    name: "keeps what history had before earlier versions",
    group: "earlier versions",
    breakStore: (store) => mapEarlier(store, (op) => (op.revisions.length === 0 ? [] : [op])),
  },
  {
    name: "takes the first of earlier versions only",
    group: "earlier versions",
    breakStore: (store) =>
      mapEarlier(store, (op) => [{ ...op, revisions: op.revisions.slice(0, 1) }]),
  },
  {
    name: "says nothing where earlier versions have nothing to be before",
    group: "earlier versions",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          try {
            return await store.write(ops, options);
          } catch (error) {
            if (!MemoryError.is(error, "conflict")) throw error;
            return ops.map(() => ({ applied: false }));
          }
        },
      }),
  },
];
