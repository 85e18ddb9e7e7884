import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, SearchHit, Selection } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { RIGHT_STEPS, searchInSteps, widen } from "./around-in-steps.js";
import { identityOf, omit } from "./break-store.js";
import type { Defect } from "./break-store.js";
import { mapHits } from "./broken-searches.js";
import { WRONG_STEPS } from "./wrong-steps.js";

/** Neighbours are those of the selection, but what is before them is taken from a wider one. */
function nameHidden(store: CompleteStore): CompleteStore {
  const wide = searchInSteps(store, {
    selected: widen({ includeArchived: true, where: undefined }),
  });
  return replace(store, {
    search: async (request, options) => {
      const named = new Map<string, SearchHit>();
      for (const hit of await wide.search(request, options)) named.set(identityOf(hit), hit);
      const hits = await store.search(request, options);
      return hits.map((hit) => ({
        ...omit(hit, "previous"),
        ...previousOf(named.get(identityOf(hit))),
      }));
    },
  });
}

function previousOf(hit: SearchHit | undefined): Partial<SearchHit> {
  return hit?.previous === undefined ? {} : { previous: hit.previous };
}

/** Leaves neighbours out that the selection hides, but takes them for the nearest all the same. */
function filterLate(store: CompleteStore): CompleteStore {
  const wide = searchInSteps(store, {
    selected: widen({ includeArchived: true, kinds: undefined }),
  });
  return replace(store, {
    search: async (request, options) => {
      const hits = await wide.search(request, options);
      const selected = await RIGHT_STEPS.selected(store, request.selection);
      const names = new Set(selected.map((record) => identityOf(record)));
      return hits.filter((hit) => names.has(identityOf(hit)));
    },
  });
}

/** A store that reads a thread once, until something that it notices happens. */
function stale(
  store: CompleteStore,
  questionOf: (selection: Selection, count: number) => unknown,
): CompleteStore {
  const known = new Map<string, readonly MemoryRecord[]>();
  return searchInSteps(store, {
    selected: async (inner, selection) => {
      const selected = await RIGHT_STEPS.selected(inner, selection);
      const question = JSON.stringify(questionOf(selection, selected.length));
      const remembered = known.get(question) ?? selected;
      known.set(question, remembered);
      return remembered;
    },
  });
}

function mapNeighbours(
  store: CompleteStore,
  map: (hit: SearchHit) => readonly SearchHit[],
): CompleteStore {
  return replace(store, {
    search: async (request, options) => {
      const { around: _, ...alone } = request;
      const matches = await store.search(alone, options);
      const names = new Set(matches.map((hit) => identityOf(hit)));
      const hits = await store.search(request, options);
      return hits.flatMap((hit) => (names.has(identityOf(hit)) ? [hit] : map(hit)));
    },
  });
}

const OTHERS: readonly Omit<Defect, "group">[] = [
  { name: "names what the selection hides as the previous one", breakStore: nameHidden },
  { name: "looks at the selection after it found the nearest", breakStore: filterLate },
  {
    name: "names a previous one only if it was found as well",
    breakStore: (store) =>
      mapHits(store, (hits) => {
        const ids = new Set(hits.map(({ id }) => id));
        return hits.map((hit) =>
          hit.previous === undefined || ids.has(hit.previous) ? hit : omit(hit, "previous"),
        );
      }),
  },
  {
    name: "counts what is around matches for the limit",
    breakStore: (store) => mapHits(store, (hits, { limit }) => hits.slice(0, limit)),
  },
  {
    name: "does not say what the legs say of neighbours",
    breakStore: (store) =>
      mapNeighbours(store, (hit) => [{ ...hit, scores: hit.scores.map(() => undefined) }]),
  },
  {
    name: "scores neighbours with 0",
    breakStore: (store) =>
      mapNeighbours(store, (hit) => [{ ...hit, scores: hit.scores.map((score) => score ?? 0) }]),
  },
  {
    name: "returns a neighbour twice",
    breakStore: (store) => mapNeighbours(store, (hit) => [hit, hit]),
  },
  {
    name: "has no thread for neighbours",
    breakStore: (store) => mapNeighbours(store, (hit) => [omit(hit, "thread")]),
  },
  {
    name: "has no threads",
    breakStore: (store) => mapHits(store, (hits) => hits.map((hit) => omit(hit, "thread"))),
  },
  {
    name: "says the thread that a record was in at first",
    breakStore: (store) => {
      const threads = new Map<string, SearchHit["thread"]>();
      return mapHits(store, (hits) =>
        hits.map((hit) => {
          const thread = threads.get(identityOf(hit)) ?? hit.thread;
          threads.set(identityOf(hit), thread);
          return thread === undefined ? hit : { ...hit, thread };
        }),
      );
    },
  },
  {
    name: "says the thread when nothing around was asked for",
    breakStore: (store) =>
      replace(store, {
        search: async (request, options) => {
          const hits = await store.search(request, options);
          if ((request.around ?? 0) > 0) return hits;
          const full = await store.search({ ...request, around: 1 }, options);
          return hits.map((hit) => full.find((one) => identityOf(one) === identityOf(hit)) ?? hit);
        },
      }),
  },
  {
    name: "adds one on each side when none was asked for",
    breakStore: (store) =>
      replace(store, {
        search: (request, options) =>
          store.search({ ...request, around: Math.max(request.around ?? 0, 1) }, options),
      }),
  },
  {
    name: "puts neighbours after all matches",
    breakStore: (store) =>
      replace(store, {
        search: async (request, options) => {
          const { around: _, ...alone } = request;
          const matches = await store.search(alone, options);
          const names = new Set(matches.map((hit) => identityOf(hit)));
          const hits = await store.search(request, options);
          const isMatch = (hit: SearchHit): boolean => names.has(identityOf(hit));
          return [...hits.filter((hit) => isMatch(hit)), ...hits.filter((hit) => !isMatch(hit))];
        },
      }),
  },
  {
    name: "reads a thread once",
    breakStore: (store) => stale(store, (selection) => selection),
  },
  {
    name: "reads a thread again only when it has grown or shrunk",
    breakStore: (store) => stale(store, (selection, count) => [selection, count]),
  },
  {
    name: "takes the thread of one filter for that of another",
    breakStore: (store) => stale(store, ({ within, reach }) => [within, reach]),
  },
  {
    name: "does not see that time has passed",
    breakStore: (store) => {
      const now = { value: undefined as Date | undefined };
      return searchInSteps(store, {
        selected: (inner, selection) => {
          now.value ??= selection.now;
          return RIGHT_STEPS.selected(inner, { ...selection, now: selection.now && now.value });
        },
      });
    },
  },
];

/** Defects of what is around matches. */
export const BROKEN_AROUND: readonly Defect[] = [
  ...WRONG_STEPS.map(({ name, ...steps }) => ({
    name,
    breakStore: (store: CompleteStore) => searchInSteps(store, steps),
  })),
  ...OTHERS,
].map((defect) => ({ ...defect, group: "search around" }));
