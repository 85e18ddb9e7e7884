import { replace } from "../../src/support/replace.js";
import type { Defect } from "./break-store.js";

/** Defects of histories of what is there no more. */
export const BROKEN_LEFT_HISTORIES: readonly Defect[] = [
  {
    name: "reads every history where only those of deleted records are asked for",
    group: "left histories",
    breakStore: (store) =>
      replace(store, {
        histories: (request, options) => store.histories({ ...request, deleted: false }, options),
      }),
  },
  {
    name: "takes every record that was ever deleted for one that is there no more",
    group: "left histories",
    breakStore: (store) =>
      replace(store, {
        histories: async (request, options) => {
          const page = await store.histories({ ...request, deleted: false, limit: 1_000 }, options);
          const deleted = page.items.filter(({ revisions }) =>
            revisions.some(({ change }) => change === "deleted"),
          );
          return request.deleted ? { items: deleted } : page;
        },
      }),
  },
];
