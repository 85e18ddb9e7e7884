import type { RecordId, SearchLeg, SearchRequest } from "@kioku/core";
import { testId } from "@kioku/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

import { differences, openBoth, searchTwice, writeToBoth } from "./support/both-stores.js";
import { randomInstant, randomPut, SCOPES, SPACE } from "./support/random-data.js";
import { randomRestore } from "./support/random-restore.js";
import { randomSelection } from "./support/random-selection.js";
import { seededRandom, testSeed } from "./support/random.js";
import { randomUnit } from "./support/vectors.js";

const COUNT = 400;
const seed = testSeed();
const random = seededRandom(seed);
const both = await openBoth();
const { reference, store } = both;

/** Writes the same to both: first versions, then updates, deletions and strengths. */
beforeAll(async () => {
  const puts = Array.from({ length: COUNT }, (_, n) => randomPut(random, n));
  const updates = puts
    .filter(() => random.chance(0.3))
    .map((put) => {
      const { record, search } = randomPut(random, Number.parseInt(put.record.id.slice(-6), 16));
      const next = { ...record, scope: put.record.scope, version: 2 };
      return { ...put, record: next, search: random.chance(0.5) ? search : ("keep" as const) };
    });
  const deletions = puts
    .filter(() => random.chance(0.1))
    .map(({ record: { scope, id } }) => ({
      op: "delete" as const,
      scope,
      id,
      at: randomInstant(random),
      purge: random.chance(0.5),
    }));
  const restores = Array.from({ length: COUNT / 4 }, () =>
    randomRestore(random, random.below(COUNT + 50)),
  );
  await writeToBoth(both, [...puts, ...updates, ...deletions, ...restores]);
});

afterAll(async () => {
  await reference.close();
  await store.close();
});

function nameOf(ref: RecordId): string {
  return JSON.stringify([ref.scope, ref.id]);
}

function randomTextLeg(): SearchLeg {
  return { type: "text", terms: randomTerms() };
}

/** Now and then of a space that nothing is in. */
function randomVectorLeg(): SearchLeg {
  const space = random.chance(0.95) ? SPACE.id : "unknown";
  return { type: "vector", space, values: randomUnit(random, SPACE.dimensions) };
}

function randomTerms(): string[] {
  const terms = ["cat", "dog", "like", "user", "editor", "dark", "猫", "咖", "咖啡", "2024-01-02"];
  return [...terms, "nowhere"].filter(() => random.chance(0.3));
}

test(`2,000 random listings are those of the reference (seed ${seed})`, async () => {
  const found = await differences(both, {
    times: 2_000,
    make: () => ({
      ...randomSelection(random),
      orderBy: random.pick(["createdAt", "updatedAt", "key"] as const),
      order: random.pick(["asc", "desc"] as const),
      limit: random.pick([1, 7, 1_000]),
      missingVectorIn: random.chance(0.2) ? random.pick([SPACE.id, "unknown"]) : undefined,
    }),
    ask: async (subject, request) => {
      const first = await subject.list(request);
      const { cursor } = first;
      return cursor === undefined ? [first] : [first, await subject.list({ ...request, cursor })];
    },
  });
  expect(found).toEqual([]);
});

const SEARCHES: Readonly<Record<string, () => readonly SearchLeg[]>> = {
  text: () => [randomTextLeg()],
  vector: () => [randomVectorLeg()],
  "several legs": () =>
    Array.from({ length: 2 + random.below(3) }, () =>
      random.chance(0.5) ? randomTextLeg() : randomVectorLeg(),
    ),
};

test.each(Object.entries(SEARCHES))(
  `1,000 random searches by %s are those of the reference (seed ${seed})`,
  async (_name, makeLegs) => {
    const found = await differences(both, {
      times: 1_000,
      make: (): SearchRequest => ({
        legs: makeLegs(),
        selection: randomSelection(random),
        limit: random.pick([1, 5, 50, 10_000]),
        around: random.chance(0.5) ? random.below(4) : undefined,
      }),
      ask: searchTwice,
    });
    expect(found).toEqual([]);
  },
);

test(`500 random neighbourhoods are those of the reference (seed ${seed})`, async () => {
  const found = await differences(both, {
    times: 500,
    make: () => ({
      refs: [{ scope: random.pick(SCOPES), id: testId(random.below(COUNT)) }],
      before: random.below(4),
      after: random.below(4),
      selection: randomSelection(random),
    }),
    ask: (subject, request) => subject.neighbours(request),
  });
  expect(found).toEqual([]);
});

test(`histories, vectors, scopes and expiry are those of the reference (seed ${seed})`, async () => {
  const refs = SCOPES.flatMap((scope) =>
    Array.from({ length: COUNT }, (_, n) => ({ scope, id: testId(n) })),
  );
  for (const ref of refs) {
    expect(await store.history(ref)).toEqual(await reference.history(ref));
  }
  expect(await store.vectors(SPACE.id, refs)).toEqual(await reference.vectors(SPACE.id, refs));
  expect(await store.scopes([], { limit: 9 })).toEqual(await reference.scopes([], { limit: 9 }));
  const now = randomInstant(random);
  const [actual, expected] = [await store.sweep(now), await reference.sweep(now)];
  expect(actual.map(nameOf).toSorted()).toEqual(expected.map(nameOf).toSorted());
});
