import type { MemoryRecord } from "@kioku/core";
import { compareText, scopeToPath } from "@kioku/core/toolkit";
import type { CompleteStore, SearchHit, SearchRequest, Selection } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { allRecords, identityOf } from "./break-store.js";

/** Steps that find what is around the matches of a search; each may be done wrong. */
export interface AroundSteps {
  /** Records whose neighbours are found. */
  readonly matches: (hits: readonly SearchHit[], request: SearchRequest) => readonly SearchHit[];
  /** Which records count. */
  readonly selected: (
    store: CompleteStore,
    selection: Selection,
  ) => Promise<readonly MemoryRecord[]>;
  /** Records of the same text are of the same thread; `undefined`: of none. */
  readonly threadOf: (record: MemoryRecord) => string | undefined;
  /** The order inside a thread. */
  readonly order: (a: MemoryRecord, b: MemoryRecord) => number;
  /** Number of records before and after each match. */
  readonly reach: (around: number) => readonly [before: number, after: number];
  /** The record just before the one at this index. */
  readonly previous: (thread: readonly MemoryRecord[], index: number) => MemoryRecord | undefined;
}

/** Each step as it should be done. */
export const RIGHT_STEPS: AroundSteps = {
  matches: (hits, { legs, limit, aroundBest = limit }) => [
    ...new Set(legs.flatMap((_, leg) => bestOf(hits, leg).slice(0, aroundBest))),
  ],
  selected: async (store, selection) => allRecords(store, { includeArchived: false, ...selection }),
  threadOf: ({ scope, thread }) =>
    thread === undefined ? undefined : JSON.stringify([scope, thread]),
  order: (a, b) => timeOf(a) - timeOf(b) || compareText(a.id, b.id),
  reach: (around) => [around, around],
  previous: (thread, index) => thread[index - 1],
};

/** Takes records that the selection leaves out as well. */
export function widen(fields: Partial<Selection>): AroundSteps["selected"] {
  return (store, selection) => RIGHT_STEPS.selected(store, { ...selection, ...fields });
}

/** When a record happened. */
export function timeOf({ occurredAt, createdAt }: MemoryRecord): number {
  return (occurredAt ?? createdAt).getTime();
}

/** A store that finds what is around matches in steps, some of them replaced. */
export function searchInSteps(
  store: CompleteStore,
  replaced: Partial<AroundSteps> = {},
): CompleteStore {
  const steps = { ...RIGHT_STEPS, ...replaced };
  return replace(store, {
    search: async (request, options) => {
      const { around = 0, ...rest } = request;
      const hits = await store.search(rest, options);
      if (around === 0) return hits;
      const [before, after] = steps.reach(around);
      const threads = await orderThreads(store, request, steps);
      const found = new Map<string, SearchHit>();
      const matches = steps.matches(hits, request);
      for (const hit of matches) {
        const { thread, index } = placeOf(threads, hit);
        for (const record of thread.slice(Math.max(index - before, 0), index + after + 1)) {
          const { scope, id } = record;
          found.set(identityOf(record), { scope, id, scores: request.legs.map(() => undefined) });
        }
      }
      // Every record that a leg matches, for the scores of those that are only around.
      const all = await store.search({ ...rest, limit: 10_000 }, options);
      for (const hit of all) if (found.has(identityOf(hit))) found.set(identityOf(hit), hit);
      const placed = new Set([...found.keys(), ...matches.map((hit) => identityOf(hit))]);
      for (const hit of hits) found.set(identityOf(hit), hit);
      // Records that no leg matches bring back their traits and speakers too.
      const told = new Map<string, SearchHit>();
      const everything = { ...rest, around: 10, limit: 10_000 };
      for (const hit of await store.search(everything, options)) told.set(identityOf(hit), hit);
      return inOrder([...found.values()]).map((hit) => {
        const { traits, speaker } = told.get(identityOf(hit)) ?? {};
        const whole = {
          ...hit,
          ...(traits === undefined ? {} : { traits }),
          ...(speaker === undefined ? {} : { speaker }),
        };
        return placed.has(identityOf(hit)) ? withPlace(whole, threads, steps) : whole;
      });
    },
  });
}

/** Returns the matches of one leg, best first. */
function bestOf(hits: readonly SearchHit[], leg: number): readonly SearchHit[] {
  return hits
    .filter(({ scores }) => scores[leg] !== undefined)
    .toSorted(
      (a, b) =>
        (b.scores[leg] ?? 0) - (a.scores[leg] ?? 0) ||
        compareText(a.id, b.id) ||
        compareText(scopeToPath(a.scope), scopeToPath(b.scope)),
    );
}

type Threads = ReadonlyMap<string, readonly MemoryRecord[]>;

/** The threads of the records that count, each under the names of all of its records. */
async function orderThreads(
  store: CompleteStore,
  { selection }: SearchRequest,
  { selected, threadOf, order }: AroundSteps,
): Promise<Threads> {
  const threads = new Map<string, readonly MemoryRecord[]>();
  const byThread = new Map<string, MemoryRecord[]>();
  for (const record of await selected(store, selection)) {
    const name = threadOf(record);
    if (name === undefined) continue;
    byThread.set(name, [...(byThread.get(name) ?? []), record]);
  }
  for (const records of byThread.values()) {
    const thread = records.toSorted(order);
    for (const record of thread) threads.set(identityOf(record), thread);
  }
  return threads;
}

function placeOf(
  threads: Threads,
  hit: SearchHit,
): { readonly thread: readonly MemoryRecord[]; readonly index: number } {
  const thread = threads.get(identityOf(hit)) ?? [];
  return { thread, index: thread.findIndex((one) => identityOf(one) === identityOf(hit)) };
}

function withPlace(hit: SearchHit, threads: Threads, { previous }: AroundSteps): SearchHit {
  const { thread, index } = placeOf(threads, hit);
  const own = thread[index]?.thread;
  const before = index === -1 ? undefined : previous(thread, index)?.id;
  return {
    ...hit,
    ...(own === undefined ? {} : { thread: own }),
    ...(before === undefined ? {} : { previous: before }),
  };
}

/** Hits in the order of a search. */
function inOrder(hits: readonly SearchHit[]): readonly SearchHit[] {
  return hits.toSorted(
    (a, b) =>
      (b.scores[0] ?? -2) - (a.scores[0] ?? -2) ||
      compareText(a.id, b.id) ||
      compareText(scopeToPath(a.scope), scopeToPath(b.scope)),
  );
}
