import type { CompleteStore, SearchHit, StoredSpace, WriteOp } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { allRecords, mapOps } from "./break-store.js";
import type { Defect } from "./break-store.js";

/** The spaces that an op writes vectors in. */
function spacesOf(op: WriteOp): readonly StoredSpace[] {
  const vectors =
    op.op === "embed"
      ? [op.vector]
      : op.op === "put" && typeof op.search === "object"
        ? op.search.vectors
        : [];
  return vectors.map(({ space }) => ({ ...space, state: "ready" }));
}

/** Defects in states of spaces, in dropping them, and in scrubbing. */
export const BROKEN_SPACES: readonly Defect[] = [
  {
    name: "does not remember what a space is for",
    group: "space states",
    breakStore: (store) =>
      replace(store, {
        spaces: async (options) =>
          (await store.spaces(options)).map((space) => ({ ...space, state: "ready" as const })),
      }),
  },
  {
    name: "makes a space ready when something is written in it",
    group: "space states",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const results = await store.write(ops, options);
          const spaces = ops.flatMap((op) => spacesOf(op));
          await store.write(
            spaces.map(({ state, ...space }) => ({ op: "space", space, state }) as const),
          );
          return results;
        },
      }),
  },
  {
    name: "does not check the width of a space that is only named",
    group: "space states",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const known = await store.spaces();
          const fitting = ops.map((op) => {
            if (op.op !== "space") return op;
            const space = known.find(({ id }) => id === op.space.id) ?? op.space;
            return { ...op, space: { id: space.id, dimensions: space.dimensions } };
          });
          return store.write(fitting, options);
        },
      }),
  },
  {
    name: "says that it changed a state that was this one",
    group: "space states",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const results = await store.write(ops, options);
          return results.map((result, n) =>
            ops[n]?.op === "space" ? { ...result, applied: true } : result,
          );
        },
      }),
  },
  {
    name: "does not count archived records that miss a vector",
    group: "space states",
    breakStore: (store) =>
      replace(store, {
        countMissingVectors: async (space) => {
          const page = await store.list({
            within: [[]],
            reach: "below",
            orderBy: "createdAt",
            order: "asc",
            limit: 1_000,
            missingVectorIn: space,
          });
          return page.items.length;
        },
      }),
  },
  {
    name: "counts records that are not searchable among those that miss a vector",
    group: "space states",
    breakStore: (store) =>
      replace(store, {
        countMissingVectors: async (space) => {
          const records = await allRecords(store);
          const vectors = await store.vectors(space, records);
          return vectors.filter((vector) => vector === undefined).length;
        },
      }),
  },
  {
    name: "forgets the name of a dropped space and keeps its vectors",
    group: "space drops",
    breakStore: (store) => {
      const dropped = new Set<string>();
      const writing = mapOps(store, (op) => {
        for (const { id } of spacesOf(op)) dropped.delete(id);
        return op;
      });
      return replace(writing, {
        spaces: async (options) =>
          (await store.spaces(options)).filter(({ id }) => !dropped.has(id)),
        dropSpace: async (space) => {
          const vectors = await store.vectors(space, await allRecords(store));
          dropped.add(space);
          return vectors.filter((vector) => vector !== undefined).length;
        },
      });
    },
  },
  {
    name: "does not count what it dropped",
    group: "space drops",
    breakStore: (store) =>
      replace(store, {
        dropSpace: async (space, options) => {
          await store.dropSpace(space, options);
          return 0;
        },
      }),
  },
  {
    name: "drops every space with one",
    group: "space drops",
    breakStore: (store) =>
      replace(store, {
        dropSpace: async (space, options) => {
          for (const { id } of await store.spaces()) {
            if (id !== space) await store.dropSpace(id);
          }
          return store.dropSpace(space, options);
        },
      }),
  },
  {
    name: "drops spaces whose names differ in case",
    group: "space drops",
    breakStore: (store) =>
      replace(store, {
        dropSpace: async (space, options) => {
          const name = space.toLowerCase();
          const found = (await store.spaces()).find(({ id }) => id.toLowerCase() === name);
          return store.dropSpace(found?.id ?? space, options);
        },
      }),
  },
  {
    name: "keeps the width and the state of a dropped space",
    group: "space drops",
    breakStore: (store) =>
      replace(store, {
        dropSpace: async (space, options) => {
          const found = (await store.spaces()).find(({ id }) => id === space);
          const count = await store.dropSpace(space, options);
          if (found) {
            const { state, ...known } = found;
            await store.write([{ op: "space", space: known, state }]);
          }
          return count;
        },
      }),
  },
  {
    name: "remembers what it found in a space until the next write",
    group: "space drops",
    breakStore: (store) => {
      const remembered = new Map<string, readonly SearchHit[]>();
      return replace(store, {
        write: async (ops, options) => {
          remembered.clear();
          return store.write(ops, options);
        },
        search: async (request, options) => {
          const name = JSON.stringify(request);
          const hits = remembered.get(name) ?? (await store.search(request, options));
          remembered.set(name, hits);
          return hits;
        },
      });
    },
  },
  {
    name: "says nothing at all of a scrub",
    group: "scrub",
    breakStore: (store) =>
      replace(store, {
        scrub: async (options): Promise<readonly string[]> => [String(await store.scrub(options))],
      }),
  },
  {
    name: "loses with a scrub the history of what was deleted",
    group: "scrub",
    breakStore: (store) => replace(store, { scrub: (options) => scrubDeleted(store, options) }),
  },
  {
    name: "loses with a scrub the vectors that nobody asked for",
    group: "scrub",
    breakStore: (store) =>
      replace(store, {
        scrub: async (options) => {
          for (const { id } of await store.spaces()) await store.dropSpace(id);
          return store.scrub(options);
        },
      }),
  },
];

async function scrubDeleted(
  store: CompleteStore,
  options: Parameters<CompleteStore["scrub"]>[0],
): Promise<readonly string[]> {
  const { items } = await store.histories({ within: [[]], reach: "below", limit: 1_000 });
  const deleted = items.filter(({ revisions }) => !revisions.at(-1)?.record);
  await store.write(
    deleted.map(({ scope, id }) => ({ op: "delete", scope, id, at: new Date(0), purge: true })),
  );
  return store.scrub(options);
}
