import { queryTerms } from "@kioku/core/toolkit";
import type { CompleteStore, SearchHit, SpaceVector, WriteOp } from "@kioku/core/toolkit";
import { putOp, searchEntry, testId, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { bySize } from "../support/by-size.js";
import { startChild } from "../support/child.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";
import { temporaryFile } from "../support/temporary-directory.js";
import { randomUnit } from "../support/vectors.js";

const seed = testSeed();
const SPACE = { id: "space", dimensions: 24 };
const scope = ["test"];
const now = testRecord(0).createdAt;

function randomVector(random: Random): SpaceVector {
  return { space: SPACE, values: randomUnit(random, SPACE.dimensions) };
}

/** A random change of one of the first `count` records, given which versions they have now. */
function randomChange(random: Random, versions: Map<number, number>, count: number): WriteOp {
  const n = random.below(count);
  const version = versions.get(n);
  if (version !== undefined && random.chance(0.2)) {
    versions.delete(n);
    return { op: "delete", scope, id: testId(n), at: now, purge: true };
  }
  if (version !== undefined && random.chance(0.4)) {
    const { textHash } = searchEntry(`text ${n} ${version}`);
    return { op: "embed", scope, id: testId(n), textHash, vector: randomVector(random) };
  }
  const next = (version ?? 0) + 1;
  versions.set(n, next);
  // Some are hidden from the search, so that candidates have to be passed over.
  const hidden = random.chance(0.1) ? { archivedAt: now } : {};
  const content = `text ${n} ${next}`;
  const vectors = random.chance(0.9) ? [randomVector(random)] : [];
  // Now and then a record goes to another thread.
  const thread = threadOf(random.chance(0.8) ? n : n + 1);
  return putOp(testRecord(n, { version: next, content, thread, ...hidden }), {
    search: searchEntry(content, vectors),
  });
}

async function searchVector(
  store: CompleteStore,
  values: Float32Array,
  limit = 30,
): Promise<readonly SearchHit[]> {
  const leg = { type: "vector", space: SPACE.id, values } as const;
  return store.search({ legs: [leg], limit, selection: { within: [scope], reach: "here", now } });
}

/** The best by vector and by text, with what is around them in their threads. */
async function searchAround(
  store: CompleteStore,
  values: Float32Array,
  n: number,
): Promise<readonly SearchHit[]> {
  const legs = [
    { type: "vector", space: SPACE.id, values },
    { type: "text", terms: queryTerms(String(n)) },
  ] as const;
  const selection = { within: [scope], reach: "here", now } as const;
  return store.search({ legs, limit: 20, around: 2, selection });
}

/** One of 60 threads, so that each has about fifty records. */
function threadOf(n: number): string {
  return `thread ${n % 60}`;
}

test(`both plans give the same hits while two connections write, re-embed and delete (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const path = temporaryFile();
  const [memory, file, other] = [{}, { indexBytes: 0 }, {}].map((options) =>
    sqliteStore({ path, ...options }),
  );
  if (!memory || !file || !other) throw new Error("three stores");
  for (const store of [memory, file, other]) await store.open();
  const versions = new Map<number, number>();
  const fill = Array.from({ length: 3_000 }, (_, n) => {
    versions.set(n, 1);
    const content = `text ${n} 1`;
    return putOp(testRecord(n, { content, thread: threadOf(n) }), {
      search: searchEntry(content, [randomVector(random)]),
    });
  });
  await memory.write(fill);
  for (let round = 0; round < bySize(40, 10); round += 1) {
    const ops = Array.from({ length: 1 + random.below(20) }, () =>
      randomChange(random, versions, 3_200),
    );
    await (random.chance(0.2) ? other : memory).write(ops);
    const query = randomUnit(random, SPACE.dimensions);
    // Twice, because a scope that another connection changed is loaded at the second question.
    for (const limit of [30, 3_500]) {
      const expected = await searchVector(file, query, limit);
      expect(await searchVector(memory, query, limit)).toEqual(expected);
      expect(await searchVector(other, query, limit)).toEqual(expected);
    }
    const n = random.below(3_200);
    const expected = await searchAround(file, query, n);
    expect(await searchAround(memory, query, n)).toEqual(expected);
    expect(await searchAround(other, query, n)).toEqual(expected);
  }
  for (const store of [memory, file, other]) await store.close();
});

test("vectors that another process writes are found at once", async () => {
  const random = seededRandom(seed);
  const path = temporaryFile();
  const store = sqliteStore({ path });
  await store.open();
  const fill = Array.from({ length: 2_000 }, (_, n) => {
    const record = testRecord(n);
    return putOp(record, { search: searchEntry(record.content, [randomVector(random)]) });
  });
  await store.write(fill);
  const child = startChild(new URL("../support/embedding-writer.ts", import.meta.url), path);
  expect(await child.message()).toBe("ready");
  for (let round = 0; round < 20; round += 1) {
    const values = randomUnit(random, SPACE.dimensions);
    for (let time = 0; time < random.below(3); time += 1) await searchVector(store, values);
    const n = 10_000 + round;
    child.process.send({ n, values: [...values] });
    expect(await child.message()).toBe("written");
    const [best] = await searchVector(store, values);
    expect(best).toEqual({ scope, id: testId(n), scores: [expect.closeTo(1, 6)], traits: 1 });
  }
  await store.close();
});

test("layered scopes, large and small, are searched as one", async () => {
  const random = seededRandom(seed);
  const [memory, file] = [{}, { indexBytes: 0 }].map((options) =>
    sqliteStore({ path: ":memory:", ...options }),
  );
  if (!memory || !file) throw new Error("two stores");
  const sizes = [1_700, 40, 1_600];
  const ops = sizes.flatMap((size, layer) =>
    Array.from({ length: size }, (_, n) => {
      const record = testRecord(n, { scope: ["layer", String(layer)] });
      return putOp(record, { search: searchEntry(record.content, [randomVector(random)]) });
    }),
  );
  for (const store of [memory, file]) {
    await store.open();
    await store.write(ops);
  }
  const leg = { type: "vector", space: SPACE.id, values: randomUnit(random, 24) } as const;
  for (const reach of ["here", "below"] as const) {
    const within = reach === "below" ? [[]] : sizes.map((_, layer) => ["layer", String(layer)]);
    for (let time = 0; time < 3; time += 1) {
      const request = { legs: [leg], limit: 100, selection: { within, reach } };
      expect(await memory.search(request)).toEqual(await file.search(request));
    }
  }
  await memory.close();
  await file.close();
});
