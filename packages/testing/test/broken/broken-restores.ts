import { compareText } from "@kioku/core/toolkit";
import type { CompleteStore, RestoreOp, Tombstone, WriteOp } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { allRecords, identityOf, mapOps } from "./break-store.js";
import type { Defect } from "./break-store.js";
import { pageByOffset } from "./broken-scopes.js";

function mapRestores(store: CompleteStore, map: (op: RestoreOp) => RestoreOp): CompleteStore {
  return mapOps(store, (op) => (op.op === "restore" ? map(op) : op));
}

/** Writes something more before a batch with restores. */
function writeBefore(
  store: CompleteStore,
  before: (op: RestoreOp) => Promise<readonly WriteOp[]>,
): CompleteStore {
  return replace(store, {
    write: async (ops, options) => {
      for (const op of ops) if (op.op === "restore") await store.write(await before(op));
      return store.write(ops, options);
    },
  });
}

function purge(ref: Pick<RestoreOp, "scope" | "id">): WriteOp {
  return { op: "delete", scope: ref.scope, id: ref.id, at: new Date(0), purge: true };
}

/** Every tombstone, whatever is asked. */
async function allTombstones(store: CompleteStore): Promise<readonly Tombstone[]> {
  return (await store.tombstones({ within: [[]], reach: "below", limit: 1_000 })).items;
}

function nameOf({ scope, hash }: Pick<Tombstone, "scope" | "hash">): string {
  return identityOf({ scope, id: hash });
}

/** Replaces the tombstones that are answered. */
function mapTombstones(
  store: CompleteStore,
  map: (tombstones: readonly Tombstone[]) => readonly Tombstone[],
): CompleteStore {
  return replace(store, {
    tombstones: async (request, options) => {
      const page = await store.tombstones(request, options);
      return { ...page, items: map(page.items) };
    },
  });
}

/** Defects in restoring, and in tombstones. */
export const BROKEN_RESTORES: readonly Defect[] = [
  {
    name: "restores the last version only",
    group: "restore",
    breakStore: (store) =>
      mapRestores(store, (op) => ({ ...op, revisions: op.revisions.slice(-1) })),
  },
  {
    name: "brings back what ended as deleted",
    group: "restore",
    breakStore: (store) =>
      mapRestores(store, (op) => {
        const last = op.revisions.findLastIndex(({ record }) => record);
        return last === -1 ? op : { ...op, revisions: op.revisions.slice(0, last + 1) };
      }),
  },
  {
    name: "counts restored versions anew",
    group: "restore",
    breakStore: (store) =>
      mapRestores(store, (op) => ({
        ...op,
        revisions: op.revisions.map(({ record, ...revision }, n) => ({
          ...revision,
          version: n + 1,
          ...(record ? { record: { ...record, version: n + 1 } } : {}),
        })),
      })),
  },
  {
    name: "does not find what was restored",
    group: "restore",
    breakStore: (store) => mapRestores(store, (op) => ({ ...op, search: "none" })),
  },
  {
    name: "forgets the idempotency keys of what was restored",
    group: "restore",
    breakStore: (store) => mapRestores(store, (op) => ({ ...op, idempotencyKeys: [] })),
  },
  {
    name: "keeps the history that was there before a restore",
    group: "restore",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const merged = ops.map(async (op) => {
            if (op.op !== "restore") return op;
            const there = await store.history(op);
            const first = op.revisions[0]?.version ?? 0;
            const old = there
              .filter(({ version }) => version < first)
              .map((revision) => ({ ...revision, searchable: true }));
            return { ...op, revisions: [...old, ...op.revisions] };
          });
          return store.write(await Promise.all(merged), options);
        },
      }),
  },
  {
    name: "takes keys away from those who hold them",
    group: "restore",
    breakStore: (store) =>
      writeBefore(store, async (op) => {
        const keys = new Set(op.revisions.slice(-1).map(({ record }) => record?.key));
        const records = await allRecords(store);
        return records
          .filter(({ key, id }) => key !== undefined && keys.has(key) && id !== op.id)
          .map((record) => purge(record));
      }),
  },
  {
    name: "lets go of keys that it cannot have",
    group: "restore",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const given = ops.map(async (op) => {
            if (op.op !== "restore") return op;
            const refs = op.idempotencyKeys.map((idempotencyKey) => ({
              scope: op.scope,
              idempotencyKey,
            }));
            const holders = await store.get(refs, { now: new Date(-8.64e15) });
            const idempotencyKeys = op.idempotencyKeys.filter((_, n) => !holders[n]);
            return { ...op, idempotencyKeys };
          });
          return store.write(await Promise.all(given), options);
        },
      }),
  },
  {
    name: "makes room for a restore, whatever becomes of its batch",
    group: "restore",
    breakStore: (store) => writeBefore(store, async (op) => [purge(op)]),
  },
  {
    name: "makes room for a restore in every scope",
    group: "isolation",
    breakStore: (store) =>
      writeBefore(store, async ({ id }) => {
        const records = await allRecords(store);
        return records.filter((record) => record.id === id).map((record) => purge(record));
      }),
  },
  {
    name: "keeps the instant of the last erasure",
    group: "tombstones",
    breakStore: (store) => {
      const last = new Map<string, Date>();
      const writing = mapOps(store, (op) => {
        if (op.op === "tombstone") last.set(nameOf(op), op.at);
        return op;
      });
      return mapTombstones(writing, (tombstones) =>
        tombstones.map((one) => ({ ...one, at: last.get(nameOf(one)) ?? one.at })),
      );
    },
  },
  {
    name: "does not look at the hashes that are asked for",
    group: "tombstones",
    breakStore: (store) =>
      replace(store, {
        tombstones: (request, options) =>
          store.tombstones({ ...request, hashes: undefined }, options),
      }),
  },
  {
    name: "looks up a thousand hashes at most",
    group: "tombstones",
    breakStore: (store) =>
      replace(store, {
        tombstones: (request, options) =>
          store.tombstones({ ...request, hashes: request.hashes?.slice(0, 1_000) }, options),
      }),
  },
  {
    name: "orders tombstones by hash alone",
    group: "tombstones",
    breakStore: (store) =>
      mapTombstones(store, (tombstones) =>
        tombstones.toSorted((a, b) => compareText(a.hash, b.hash)),
      ),
  },
  {
    name: "pages tombstones by their number",
    group: "tombstones",
    breakStore: (store) =>
      replace(store, {
        tombstones: async (request, options) => {
          const all = await store.tombstones(
            { ...request, limit: 1_000, cursor: undefined },
            options,
          );
          return pageByOffset(all.items, request.limit, request.cursor);
        },
      }),
  },
  {
    name: "purges tombstones with their scopes",
    group: "tombstones",
    breakStore: (store) => {
      const purged = new Set<string>();
      const hiding = mapTombstones(store, (tombstones) =>
        tombstones.filter(({ scope, hash }) => !purged.has(nameOf({ scope, hash }))),
      );
      return replace(hiding, {
        deleteWhere: async (selection, options) => {
          if (options.purge) {
            for (const { scope, hash } of await allTombstones(store)) {
              purged.add(nameOf({ scope, hash }));
            }
          }
          return store.deleteWhere(selection, options);
        },
      });
    },
  },
  {
    name: "has the tombstones of the scopes above, too",
    group: "isolation",
    breakStore: (store) =>
      replace(store, {
        tombstones: (request, options) => {
          const above = request.within.flatMap((scope) =>
            scope.map((_, length) => scope.slice(0, length)),
          );
          return store.tombstones({ ...request, within: [...request.within, ...above] }, options);
        },
      }),
  },
];
