import { compareText } from "@kioku/core";
import type { MemoryRecord, MemoryStore, Page, Scope, SearchRequest } from "@kioku/core";
import { embedOp } from "@kioku/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

import { differences, openBoth, searchTwice, writeToBoth } from "./support/both-stores.js";
import { randomInstant, randomPut, SCOPES, SPACE } from "./support/random-data.js";
import { randomRestore, randomSpaceOp, randomTombstone } from "./support/random-restore.js";
import { randomSelection } from "./support/random-selection.js";
import { seededRandom, testSeed } from "./support/random.js";
import { randomUnit } from "./support/vectors.js";

const COUNT = 200;
const seed = testSeed();
const random = seededRandom(seed);
const both = await openBoth();
const { reference, store } = both;

/** Writes the same to both: records, then what an import and an erasure write, of old and of new ids. */
beforeAll(async () => {
  const puts = Array.from({ length: COUNT }, (_, n) => randomPut(random, n));
  const deletions = puts
    .filter(() => random.chance(0.2))
    .map(({ record: { scope, id } }) => ({
      op: "delete" as const,
      scope,
      id,
      at: randomInstant(random),
      purge: random.chance(0.3),
    }));
  const restores = Array.from({ length: 3 * COUNT }, () =>
    randomRestore(random, random.below(COUNT + 50)),
  );
  const others = Array.from({ length: COUNT }, () =>
    random.chance(0.8) ? randomTombstone(random) : randomSpaceOp(random),
  );
  await writeToBoth(both, [...puts, ...deletions, ...restores, ...others]);
});

afterAll(async () => {
  await reference.close();
  await store.close();
});

/** Every page of a listing, each with its cursor. */
async function allPages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Page<Item>[]> {
  const pages = [await read(undefined)];
  for (let cursor = pages[0]?.cursor; cursor !== undefined; cursor = pages.at(-1)?.cursor) {
    pages.push(await read(cursor));
  }
  return pages;
}

function randomScopes() {
  const within: readonly Scope[] = SCOPES.filter(() => random.chance(0.4));
  return { within, reach: random.pick(["here", "below"] as const) };
}

/** Some that were written, and one that was not. */
function randomIds(): readonly string[] {
  const ids = Array.from({ length: 1 + random.below(40) }, () => random.below(COUNT + 50));
  return [...ids.map((n) => randomPut(seededRandom(n), n).record.id), "nobody"];
}

test(`60 random readings of all histories are those of the reference (seed ${seed})`, async () => {
  const found = await differences(both, {
    times: 60,
    make: () => ({
      ...randomScopes(),
      ids: random.chance(0.5) ? randomIds() : undefined,
      at: random.chance(0.6) ? randomInstant(random) : undefined,
      limit: random.pick([7, 40, 1_000]),
    }),
    ask: (subject, request) => allPages((cursor) => subject.histories({ ...request, cursor })),
  });
  expect(found).toEqual([]);
});

test(`500 random readings of all tombstones are those of the reference (seed ${seed})`, async () => {
  const hashes = Array.from({ length: 21 }, (_, n) => `hash ${n}`);
  const found = await differences(both, {
    times: 500,
    make: () => ({
      ...randomScopes(),
      hashes: random.chance(0.5) ? hashes.filter(() => random.chance(0.3)) : undefined,
      limit: random.pick([1, 3, 1_000]),
    }),
    ask: (subject, request) => allPages((cursor) => subject.tombstones({ ...request, cursor })),
  });
  expect(found).toEqual([]);
});

test(`spaces that are filled, dropped and used again are those of the reference (seed ${seed})`, async () => {
  expect(await spacesOf(store)).toEqual(await spacesOf(reference));
  for (let round = 0; round < 4; round += 1) {
    expect(await store.dropSpace(SPACE.id)).toBe(await reference.dropSpace(SPACE.id));
    expect(await spacesOf(store)).toEqual(await spacesOf(reference));
    const dimensions = 2 + random.below(20);
    const space = { id: SPACE.id, dimensions };
    const records = (await listAll(reference)).filter(() => random.chance(0.5));
    const vectors = records.map((record) =>
      embedOp(record, { space, values: randomUnit(random, dimensions) }),
    );
    await writeToBoth(both, vectors);
    expect(await spacesOf(store)).toEqual(await spacesOf(reference));
    const found = await differences(both, {
      times: 20,
      make: (): SearchRequest => ({
        legs: [{ type: "vector", space: SPACE.id, values: randomUnit(random, dimensions) }],
        selection: randomSelection(random),
        limit: 50,
      }),
      ask: searchTwice,
    });
    expect(found).toEqual([]);
  }
});

/** What is known of spaces, in one order. */
async function spacesOf(subject: MemoryStore): Promise<unknown> {
  const spaces = await subject.spaces();
  const missing = [SPACE.id, "other", "unknown"].map((id) => subject.countMissingVectors(id));
  return [spaces.toSorted((a, b) => compareText(a.id, b.id)), await Promise.all(missing)];
}

async function listAll(subject: MemoryStore): Promise<readonly MemoryRecord[]> {
  const all = { within: [[]], reach: "below", includeArchived: true } as const;
  const page = await subject.list({ ...all, orderBy: "createdAt", order: "asc", limit: 1_000 });
  return page.items;
}
