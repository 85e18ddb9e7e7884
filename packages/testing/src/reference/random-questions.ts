import type { Page, Reach, Scope } from "@kioku/core";
import type { CompleteStore, SearchLeg, SearchRequest } from "@kioku/core/toolkit";

import type { Picker } from "../support/picker.js";
import { testId } from "../test-records.js";
import type { Question } from "./both-stores.js";
import { RANDOM_SCOPES, RANDOM_SPACE, randomInstant, randomUnit } from "./random-data.js";
import { randomSelection } from "./random-selection.js";

/** Random records have numbers below this, and so do the ids that questions name. */
export const RECORDS = 400;
/**
 * Numbers of records that were only ever restored begin here and end before `RECORDS + RESTORED`.
 */
export const RESTORED = 50;

const TERMS = ["cat", "dog", "like", "user", "editor", "dark", "猫", "咖", "咖啡", "2024-01-02"];

/** Sorts of questions. */
export type ComparedQuestion =
  | "listings"
  | "searches by text"
  | "searches by vector"
  | "searches by several legs"
  | "neighbourhoods"
  | "histories"
  | "tombstones"
  | "queue counts";

/** Makes a question of each sort. */
export const QUESTIONS: Readonly<Record<ComparedQuestion, (picker: Picker) => Question>> = {
  listings: randomListing,
  "searches by text": (picker) => randomSearch(picker, [randomTextLeg(picker)]),
  "searches by vector": (picker) => randomSearch(picker, [randomVectorLeg(picker)]),
  "searches by several legs": (picker) =>
    randomSearch(
      picker,
      Array.from({ length: 2 + picker.integer(3) }, () =>
        picker.chance(0.5) ? randomTextLeg(picker) : randomVectorLeg(picker),
      ),
    ),
  neighbourhoods: randomNeighbourhood,
  histories: randomHistories,
  tombstones: randomTombstones,
  "queue counts": randomQueueCounts,
};

function randomListing(picker: Picker): Question {
  const what = {
    ...randomSelection(picker),
    orderBy: picker.one(["createdAt", "updatedAt", "key"] as const),
    order: picker.one(["asc", "desc"] as const),
    limit: picker.one([1, 7, 1_000]),
    missingVectorIn: picker.chance(0.2) ? picker.one([RANDOM_SPACE.id, "unknown"]) : undefined,
  };
  const ask = async (subject: CompleteStore): Promise<unknown> => {
    const first = await subject.list(what);
    const { cursor } = first;
    return cursor === undefined ? [first] : [first, await subject.list({ ...what, cursor })];
  };
  return { what, ask };
}

function randomTextLeg(picker: Picker): SearchLeg {
  const terms = [...TERMS, "nowhere"].filter(() => picker.chance(0.3));
  if (picker.chance(0.5)) return { type: "text", terms };
  const weights = terms.map(() => picker.one([1, 0.7, 0.1]));
  return { type: "text", terms, weights, originals: 1 + picker.integer(terms.length + 1) };
}

/** Now and then of a space that nothing is in. */
function randomVectorLeg(picker: Picker): SearchLeg {
  const space = picker.chance(0.95) ? RANDOM_SPACE.id : "unknown";
  return { type: "vector", space, values: randomUnit(picker, RANDOM_SPACE.dimensions) };
}

function randomSearch(picker: Picker, legs: readonly SearchLeg[]): Question {
  const what: SearchRequest = {
    legs: legs.map((leg) => (picker.chance(0.3) ? { ...leg, limit: randomLimit(picker) } : leg)),
    selection: randomSelection(picker),
    limit: randomLimit(picker),
    around: picker.chance(0.5) ? picker.one([0, 1, 2, 3, 10]) : undefined,
    aroundBest: picker.chance(0.3) ? randomLimit(picker) : undefined,
  };
  // Twice: the second answer may come from what the store remembers.
  const ask = async (subject: CompleteStore): Promise<unknown> => [
    await subject.search(what),
    await subject.search(what),
  ];
  return { what, ask };
}

function randomLimit(picker: Picker): number {
  return picker.one([1, 5, 50, 10_000]);
}

function randomNeighbourhood(picker: Picker): Question {
  const refs = Array.from({ length: 1 + picker.integer(3) }, () => ({
    scope: picker.one(RANDOM_SCOPES),
    id: testId(picker.integer(RECORDS)),
  }));
  const sides = { before: picker.integer(4), after: picker.integer(4) };
  const what = { refs, ...sides, selection: randomSelection(picker) };
  return { what, ask: (subject) => subject.neighbours(what) };
}

function randomHistories(picker: Picker): Question {
  const at = picker.chance(0.5) ? randomInstant(picker) : undefined;
  const what = {
    ...randomScopes(picker),
    ids: picker.chance(0.5) ? randomIds(picker) : undefined,
    at,
    deleted: at === undefined && picker.chance(0.3) ? true : undefined,
    limit: picker.one([7, 40, 1_000]),
  };
  const ask = (subject: CompleteStore): Promise<unknown> =>
    allPages((cursor) => subject.histories({ ...what, cursor }));
  return { what, ask };
}

function randomTombstones(picker: Picker): Question {
  const hashes = Array.from({ length: 21 }, (_, n) => `hash ${n}`);
  const what = {
    ...randomScopes(picker),
    hashes: picker.chance(0.5) ? hashes.filter(() => picker.chance(0.3)) : undefined,
    limit: picker.one([1, 3, 1_000]),
  };
  const ask = (subject: CompleteStore): Promise<unknown> =>
    allPages((cursor) => subject.tombstones({ ...what, cursor }));
  return { what, ask };
}

/** Of a store without a queue there is nothing to ask. */
function randomQueueCounts(picker: Picker): Question {
  const now = randomInstant(picker);
  return { what: { queueStats: now }, ask: async ({ queue }) => queue?.stats(now), needs: "queue" };
}

function randomScopes(picker: Picker): {
  readonly within: readonly Scope[];
  readonly reach: Reach;
} {
  const within = RANDOM_SCOPES.filter(() => picker.chance(0.4));
  return { within, reach: picker.one(["here", "below"] as const) };
}

/** Some that were written, and one that was not. */
function randomIds(picker: Picker): readonly string[] {
  const numbers = Array.from({ length: 1 + picker.integer(40) }, () =>
    picker.integer(RECORDS + RESTORED),
  );
  return [...numbers.map((n) => testId(n)), "nobody"];
}

/** Every page of a listing, each with its cursor. */
async function allPages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<readonly Page<Item>[]> {
  const pages = [await read(undefined)];
  for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    pages.push(await read(cursor));
  }
  return pages;
}
