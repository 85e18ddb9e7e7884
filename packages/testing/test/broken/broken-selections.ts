import type { Predicate, RecordField } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { identityOf, mapPuts, mapRecords, mapSelections, omit, recordOf } from "./break-store.js";
import type { Defect } from "./break-store.js";

const VALID_FROM: RecordField = { type: "instant", name: "validFrom" };

/** Defects in what is visible, and in what is deleted. */
export const BROKEN_SELECTIONS: readonly Defect[] = [
  {
    name: "shows archived records",
    group: "visibility",
    breakStore: (store) =>
      mapSelections(store, (selection) => ({ ...selection, includeArchived: true })),
  },
  {
    name: "does not find an archived record even when asked for",
    group: "archiving",
    breakStore: (store) =>
      mapPuts(store, (op) => (op.record.archivedAt ? { ...op, search: "none" } : op)),
  },
  {
    name: "never takes an archived record back",
    group: "archiving",
    breakStore: (store) => {
      const since = new Map<string, Date>();
      return mapRecords(store, (record) => {
        const archivedAt = record.archivedAt ?? since.get(identityOf(record));
        if (!archivedAt) return record;
        since.set(identityOf(record), archivedAt);
        return { ...record, archivedAt };
      });
    },
  },
  {
    name: "strengthens no archived record",
    group: "archiving",
    breakStore: (store) =>
      replace(store, {
        strengthen: async (updates, options) => {
          for (const update of updates) {
            const stored = await recordOf(store, update);
            if (!stored?.archivedAt) await store.strengthen([update], options);
          }
        },
      }),
  },
  {
    name: "takes an archived record's key away",
    group: "archiving",
    breakStore: (store) =>
      mapRecords(store, (record) => (record.archivedAt ? omit(record, "key") : record)),
  },
  {
    name: "calls every new version an update",
    group: "archiving",
    breakStore: (store) =>
      mapPuts(store, (op) => (op.change === "created" ? op : { ...op, change: "updated" })),
  },
  {
    name: "lists nothing that lacks a vector in an unknown space",
    group: "archiving",
    breakStore: (store) =>
      replace(store, {
        list: async (request, options) => {
          const spaces = await store.spaces();
          const { missingVectorIn: space } = request;
          const known = space === undefined || spaces.some(({ id }) => id === space);
          return known ? store.list(request, options) : { items: [] };
        },
      }),
  },
  {
    name: "shows what is not true any more or not yet",
    group: "visibility",
    breakStore: (store) =>
      mapSelections(store, (selection) => ({ ...selection, validAt: undefined })),
  },
  {
    name: "takes validFrom for exclusive",
    group: "visibility",
    breakStore: (store) =>
      mapSelections(store, (selection) => {
        const { validAt, where = { type: "and", clauses: [] } } = selection;
        if (validAt === undefined) return selection;
        const begins: Predicate = {
          type: "condition",
          field: VALID_FROM,
          operator: "eq",
          operands: [validAt.getTime()],
        };
        return {
          ...selection,
          where: { type: "and", clauses: [where, { type: "not", clause: begins }] },
        };
      }),
  },
  {
    name: "shows expired records",
    group: "expiry",
    breakStore: (store) => mapSelections(store, (selection) => ({ ...selection, now: undefined })),
  },
  {
    name: "lets a record live to the end of its last millisecond",
    group: "expiry",
    breakStore: (store) =>
      replace(store, {
        get: (refs, options) =>
          store.get(refs, { ...options, now: new Date(options.now.getTime() - 1) }),
      }),
  },
  {
    name: "sweeps nothing",
    group: "expiry",
    breakStore: (store) => replace(store, { sweep: () => Promise.resolve([]) }),
  },
  {
    name: "does not say what it swept",
    group: "expiry",
    breakStore: (store) =>
      replace(store, {
        sweep: async (now, options) => {
          await store.sweep(now, options);
          return [];
        },
      }),
  },
  {
    name: "deletes whatever its kind",
    group: "deletes",
    breakStore: (store) =>
      replace(store, {
        deleteWhere: (selection, options) =>
          store.deleteWhere({ ...selection, kinds: undefined }, options),
      }),
  },
  {
    name: "does not say what it deleted",
    group: "deletes",
    breakStore: (store) =>
      replace(store, {
        deleteWhere: async (selection, options) => {
          await store.deleteWhere(selection, options);
          return [];
        },
      }),
  },
  {
    name: "archives instead of deleting",
    group: "deletes",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const archived = ops.map(async (op) => {
            const record = op.op === "delete" ? await recordOf(store, op) : undefined;
            if (op.op !== "delete" || !record) return op;
            const next = { ...record, version: record.version + 1, archivedAt: op.at };
            return {
              op: "put",
              record: next,
              change: "archived",
              search: "keep",
              contentHash: "",
            } as const;
          });
          const results = await store.write(await Promise.all(archived), options);
          return results.map((result, index) =>
            ops[index]?.op === "delete" ? { applied: result.applied } : result,
          );
        },
      }),
  },
];
