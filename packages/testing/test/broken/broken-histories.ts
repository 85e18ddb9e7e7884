import { compareText, scopeToPath } from "@kioku/core/toolkit";
import type {
  CompleteStore,
  HistoriesRequest,
  RecordHistory,
  StoredRevision,
} from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import type { Defect } from "./break-store.js";
import { pageByOffset } from "./broken-scopes.js";

type Revisions = readonly StoredRevision[];

/** Replaces what is answered, history by history; none where the map leaves no revision. */
function mapRevisions(
  store: CompleteStore,
  map: (revisions: Revisions, request: HistoriesRequest) => Revisions,
): CompleteStore {
  return replace(store, {
    histories: async (request, options) => {
      const page = await store.histories(request, options);
      const items = page.items
        .map((history) => ({ ...history, revisions: map(history.revisions, request) }))
        .filter(({ revisions }) => revisions.length > 0);
      return { ...page, items };
    },
  });
}

/** Every history of a request at once, whatever its limit and its cursor. */
async function allHistories(
  store: CompleteStore,
  request: HistoriesRequest,
): Promise<readonly RecordHistory[]> {
  const histories: RecordHistory[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.histories({ ...request, limit: 1_000, cursor });
    histories.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return histories;
}

/** Chooses the revision of an instant by a rule of its own. */
function chooseAt(
  store: CompleteStore,
  choose: (revisions: Revisions, at: Date) => StoredRevision | undefined,
): CompleteStore {
  return replace(store, {
    histories: async (request, options) => {
      const { at, limit, cursor } = request;
      if (at === undefined) return store.histories(request, options);
      const histories = await allHistories(store, { ...request, at: undefined });
      const items = histories.flatMap((history) => {
        const chosen = choose(history.revisions, at);
        return chosen?.record ? [{ ...history, revisions: [chosen] }] : [];
      });
      return pageByOffset(items, limit, cursor);
    },
  });
}

/** The histories of a request in one list, cut into pages by their number. */
function pageList(
  store: CompleteStore,
  arrange: (histories: readonly RecordHistory[]) => readonly RecordHistory[],
): CompleteStore {
  return replace(store, {
    histories: async (request) =>
      pageByOffset(arrange(await allHistories(store, request)), request.limit, request.cursor),
  });
}

/** Defects in what is known of records. */
export const BROKEN_HISTORIES: readonly Defect[] = [
  {
    name: "has the newest version first in histories",
    group: "histories",
    breakStore: (store) => mapRevisions(store, (revisions) => revisions.toReversed()),
  },
  {
    name: "knows nothing of what was deleted",
    group: "histories",
    breakStore: (store) =>
      mapRevisions(store, (revisions) => (revisions.at(-1)?.record ? revisions : [])),
  },
  {
    name: "takes every ended version for searchable",
    group: "histories",
    breakStore: (store) =>
      mapRevisions(store, (revisions) =>
        revisions.map((one, n) => (n < revisions.length - 1 ? { ...one, searchable: true } : one)),
      ),
  },
  {
    name: "has the strength of now in ended versions",
    group: "histories",
    breakStore: (store) =>
      mapRevisions(store, (revisions) => {
        const strength = revisions.at(-1)?.record?.strength;
        return revisions.map((one) =>
          one.record && strength ? { ...one, record: { ...one.record, strength } } : one,
        );
      }),
  },
  {
    name: "forgets idempotency keys in histories",
    group: "histories",
    breakStore: (store) =>
      replace(store, {
        histories: async (request, options) => {
          const page = await store.histories(request, options);
          return { ...page, items: page.items.map((one) => ({ ...one, idempotencyKeys: [] })) };
        },
      }),
  },
  {
    name: "orders histories by id alone",
    group: "histories",
    breakStore: (store) =>
      pageList(store, (histories) => histories.toSorted((a, b) => compareText(a.id, b.id))),
  },
  {
    name: "pages histories by their number",
    group: "histories",
    breakStore: (store) => pageList(store, (histories) => histories),
  },
  {
    name: "has histories of scopes only that hold records",
    group: "histories",
    breakStore: (store) =>
      replace(store, {
        histories: async (request, options) => {
          const page = await store.histories(request, options);
          const { items } = await store.scopes([], { limit: 1_000 });
          const paths = new Set(items.map((scope) => scopeToPath(scope)));
          return {
            ...page,
            items: page.items.filter(({ scope }) => paths.has(scopeToPath(scope))),
          };
        },
      }),
  },
  {
    name: "does not know yet what was written at the very instant",
    group: "histories",
    breakStore: (store) =>
      chooseAt(store, (revisions, at) => revisions.findLast((revision) => revision.at < at)),
  },
  {
    name: "takes the latest instant for the last version",
    group: "histories",
    breakStore: (store) =>
      chooseAt(store, (revisions, at) => {
        const known = revisions.filter((revision) => revision.at <= at);
        return known.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
      }),
  },
  {
    name: "takes the first of the versions of one instant",
    group: "histories",
    breakStore: (store) =>
      chooseAt(store, (revisions, at) => {
        const last = revisions.findLast((revision) => revision.at <= at);
        return revisions.find((revision) => revision.at.getTime() === last?.at.getTime());
      }),
  },
  {
    name: "knows at an instant what was deleted before it",
    group: "histories",
    breakStore: (store) =>
      chooseAt(store, (revisions, at) =>
        revisions.findLast((revision) => revision.record && revision.at <= at),
      ),
  },
  {
    name: "looks at the instant after it has cut the page",
    group: "histories",
    breakStore: (store) =>
      mapRevisions(
        replace(store, {
          histories: (request, options) => store.histories({ ...request, at: undefined }, options),
        }),
        (revisions, { at }) => {
          if (at === undefined) return revisions;
          const last = revisions.findLast((revision) => revision.at <= at);
          return last?.record ? [last] : [];
        },
      ),
  },
  {
    name: "has histories of scopes whose paths begin alike",
    group: "isolation",
    breakStore: (store) =>
      replace(store, {
        histories: async (request, options) => {
          if (request.reach === "here") return store.histories(request, options);
          const { items } = await store.scopes([], { limit: 1_000 });
          const starts = request.within.map((scope) => scopeToPath(scope));
          const within = items.filter((scope) =>
            starts.some((start) => scopeToPath(scope).startsWith(start)),
          );
          return store.histories({ ...request, within, reach: "here" }, options);
        },
      }),
  },
];
