import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { identityOf, mapOps, mapPuts, omit, recordOf } from "./break-store.js";
import type { Defect } from "./break-store.js";

/** A store that takes every signal for one that is not aborted. */
function ignoreAbort(store: CompleteStore): CompleteStore {
  return replace(store, {
    write: (ops) => store.write(ops),
    search: (request) => store.search(request),
  });
}

/** The record with this thread instead of its own. */
function inThread(record: MemoryRecord, thread: string | undefined): MemoryRecord {
  return { ...omit(record, "thread"), ...(thread === undefined ? {} : { thread }) };
}

/** Defects of everything else. */
export const BROKEN_REST: readonly Defect[] = [
  {
    name: "keeps no history",
    group: "history",
    breakStore: (store) => replace(store, { history: () => Promise.resolve([]) }),
  },
  {
    name: "keeps the last version only",
    group: "history",
    breakStore: (store) =>
      replace(store, {
        history: async (ref, options) => (await store.history(ref, options)).slice(-1),
      }),
  },
  {
    name: "has history newest first",
    group: "history",
    breakStore: (store) =>
      replace(store, {
        history: async (ref, options) => (await store.history(ref, options)).toReversed(),
      }),
  },
  {
    name: "leaves deletions out of history",
    group: "history",
    breakStore: (store) =>
      replace(store, {
        history: async (ref, options) => {
          const revisions = await store.history(ref, options);
          return revisions.filter(({ change }) => change !== "deleted");
        },
      }),
  },
  {
    name: "reads histories of all ids",
    group: "histories of ids",
    breakStore: (store) =>
      replace(store, {
        histories: (request, options) => store.histories(omit(request, "ids"), options),
      }),
  },
  {
    name: "keeps history through a purge",
    group: "history",
    breakStore: (store) =>
      mapOps(store, (op) => (op.op === "delete" ? { ...op, purge: false } : op)),
  },
  {
    name: "forgets who made a change",
    group: "history",
    breakStore: (store) => mapPuts(store, (op) => ({ ...op, actor: undefined })),
  },
  {
    name: "has neighbours across threads",
    group: "neighbours",
    breakStore: (store) => {
      const threads = new Map<string, string | undefined>();
      const joined = mapPuts(store, (op) => {
        threads.set(identityOf(op.record), op.record.thread);
        return { ...op, record: { ...op.record, thread: "one" } };
      });
      return replace(joined, {
        neighbours: async (request, options) => {
          const answers = await store.neighbours(request, options);
          return answers.map(({ before, after }) => ({
            before: before.map((record) => inThread(record, threads.get(identityOf(record)))),
            after: after.map((record) => inThread(record, threads.get(identityOf(record)))),
          }));
        },
      });
    },
  },
  {
    name: "has the nearest neighbour before first",
    group: "neighbours",
    breakStore: (store) =>
      replace(store, {
        neighbours: async (request, options) => {
          const answers = await store.neighbours(request, options);
          return answers.map(({ before, after }) => ({ before: before.toReversed(), after }));
        },
      }),
  },
  {
    name: "has neighbours in the order they were written",
    group: "neighbours",
    breakStore: (store) =>
      mapPuts(store, (op) => ({ ...op, record: omit(op.record, "occurredAt") })),
  },
  {
    name: "takes the records of other kinds for neighbours",
    group: "neighbours",
    breakStore: (store) =>
      replace(store, {
        neighbours: (request, options) =>
          store.neighbours(
            { ...request, selection: { ...request.selection, kinds: undefined } },
            options,
          ),
      }),
  },
  {
    name: "makes a version of a strength",
    group: "strengthen",
    breakStore: (store) =>
      replace(store, {
        strengthen: async (updates) => {
          for (const { strength, ...ref } of updates) {
            const stored = await recordOf(store, ref);
            if (!stored) continue;
            const record = { ...stored, strength, version: stored.version + 1 };
            const search = "keep" as const;
            await store.write([{ op: "put", record, change: "updated", search, contentHash: "" }]);
          }
        },
      }),
  },
  {
    name: "keeps the lastUsedAt that was to be taken away",
    group: "strengthen",
    breakStore: (store) =>
      replace(store, {
        strengthen: async (updates, options) => {
          const merged = updates.map(async (update) => {
            const stored = await recordOf(store, update);
            return { ...update, strength: { ...stored?.strength, ...update.strength } };
          });
          return store.strengthen(await Promise.all(merged), options);
        },
      }),
  },
  {
    name: "stops at the first record that is not there",
    group: "strengthen",
    breakStore: (store) =>
      replace(store, {
        strengthen: async (updates, options) => {
          for (const update of updates) {
            if (!(await recordOf(store, update))) return;
            await store.strengthen([update], options);
          }
        },
      }),
  },
  {
    name: "returns live objects",
    group: "copies",
    breakStore: (store) => {
      const live = new Map<string, MemoryRecord>();
      return replace(store, {
        get: async (refs, options) => {
          const found = await store.get(refs, options);
          return found.map((record) => {
            if (!record) return undefined;
            const name = `${identityOf(record)} ${record.version}`;
            const known = live.get(name) ?? record;
            live.set(name, known);
            return known;
          });
        },
      });
    },
  },
  {
    name: "keeps the objects it was given",
    group: "copies",
    breakStore: (store) => {
      const given = new Map<string, MemoryRecord>();
      const writing = mapPuts(store, (op) => {
        given.set(identityOf(op.record), op.record);
        return op;
      });
      return replace(writing, {
        get: async (refs, options) => {
          const found = await store.get(refs, options);
          return found.map((record) => record && (given.get(identityOf(record)) ?? record));
        },
      });
    },
  },
  {
    name: "does not look at signals",
    group: "abort",
    breakStore: ignoreAbort,
  },
  {
    name: "writes before it looks at the signal",
    group: "abort",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const results = await store.write(ops);
          options?.signal?.throwIfAborted();
          return results;
        },
      }),
  },
  {
    name: "rejects with an error of its own when aborted",
    group: "abort",
    breakStore: (store) =>
      replace(store, {
        list: (request, options) =>
          options?.signal?.aborted === true
            ? Promise.reject(new DOMException("aborted", "AbortError"))
            : store.list(request, options),
      }),
  },
  {
    name: "leaves listeners on the signal",
    group: "abort",
    breakStore: (store) =>
      replace(store, {
        get: (refs, options) => {
          options.signal?.addEventListener("abort", () => undefined);
          return store.get(refs, options);
        },
      }),
  },
  {
    name: "has half a group of methods",
    group: "lifecycle",
    breakStore: (store) => replace(store, { tombstones: undefined }),
  },
  {
    name: "goes on after close",
    group: "lifecycle",
    breakStore: (store) => replace(store, { close: () => Promise.resolve() }),
  },
  {
    name: "cannot be closed twice",
    group: "lifecycle",
    breakStore: (store) => {
      const state = { closed: false };
      return replace(store, {
        close: () => {
          if (state.closed) return Promise.reject(new Error("closed already"));
          state.closed = true;
          return store.close();
        },
      });
    },
  },
  {
    name: "answers an outage with nothing",
    group: "lifecycle",
    breakStore: (store) =>
      replace(store, {
        list: (request, options) => store.list(request, options).catch(() => ({ items: [] })),
      }),
  },
  {
    name: "shows a batch while it is being written",
    group: "concurrency",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const results = [];
          for (const op of ops) {
            results.push(...(await store.write([op], options)));
            await new Promise((resolve) => setImmediate(resolve));
          }
          return results;
        },
      }),
  },
];
