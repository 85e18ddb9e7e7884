import { inMemoryStore, MemoryError } from "@kioku/core";
import type { MemoryErrorCode, MemoryRecord } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { compareWithReference } from "../src/index.js";
import type { ComparedQuestion } from "../src/index.js";
import { replace } from "../src/support/replace.js";
import { replaceQueue } from "./broken/break-queue.js";

/** Stores that now and then answer otherwise, and the questions that have to tell. */
const BROKEN: readonly (readonly [ComparedQuestion, (store: CompleteStore) => CompleteStore])[] = [
  [
    "listings",
    (store) =>
      replace(store, {
        list: (request, options) => store.list({ ...request, validAt: undefined }, options),
      }),
  ],
  [
    "searches by text",
    (store) =>
      replace(store, {
        search: async (request, options) =>
          (await store.search(request, options)).map(({ traits: _traits, ...hit }) => hit),
      }),
  ],
  [
    "searches by vector",
    (store) =>
      replace(store, {
        search: async (request, options) =>
          (await store.search(request, options)).map((hit) => ({
            ...hit,
            scores: hit.scores.map((score) => score && score + 1e-5),
          })),
      }),
  ],
  [
    "searches by several legs",
    (store) =>
      replace(store, {
        search: (request, options) =>
          store.search({ ...request, legs: request.legs.slice(0, 1) }, options),
      }),
  ],
  [
    "neighbourhoods",
    (store) =>
      replace(store, {
        neighbours: (request, options) => store.neighbours({ ...request, before: 1 }, options),
      }),
  ],
  [
    "histories",
    (store) =>
      replace(store, {
        histories: (request, options) =>
          store.histories({ ...request, deleted: undefined }, options),
      }),
  ],
  [
    "queue counts",
    (store) =>
      replaceQueue(store, (queue) => ({
        stats: (now, options) => queue.stats(new Date(now.getTime() - 1_000), options),
      })),
  ],
  [
    "tombstones",
    (store) =>
      replace(store, {
        tombstones: (request, options) => store.tombstones({ ...request, reach: "here" }, options),
      }),
  ],
];

test.each(BROKEN)("random %s tell that a store answers otherwise", async (question, breakStore) => {
  const broken = () => breakStore(inMemoryStore());
  const questions = { [question]: 200 };
  await expect(compareWithReference(broken, { questions })).rejects.toThrow(/^seed 1: the answer/u);
});

test("scores may lie as far apart as the tolerance says", async () => {
  const [, breakStore] = BROKEN.find(([question]) => question === "searches by vector") ?? [];
  const questions = { "searches by vector": 50 };
  const report = await compareWithReference(
    () => breakStore?.(inMemoryStore()) ?? inMemoryStore(),
    { questions, tolerance: 1e-4 },
  );
  expect(report.questions).toEqual(questions);
  expect(report.writes).toBeGreaterThan(800);
});

test.each<readonly [string, (record: MemoryRecord) => Partial<MemoryRecord>]>([
  ["importance", ({ importance }) => ({ importance: importance + 1e-9 })],
  [
    "metadata",
    ({ metadata }) => ({ metadata: metadata["a"] === 1 ? { ...metadata, a: 1 + 1e-9 } : metadata }),
  ],
])("the tolerance is for scores only, not for %s", async (_, change) => {
  const store = inMemoryStore();
  const broken = replace(store, {
    get: async (refs, options) =>
      (await store.get(refs, options)).map((record) => record && { ...record, ...change(record) }),
  });
  const compared = compareWithReference(() => broken, { questions: {}, tolerance: 1e-3 });
  await expect(compared).rejects.toThrow(/^seed 1: the answer/u);
});

/** Refuses conflicts with this code, and whatever it refuses in words of its own. */
function saying(code: MemoryErrorCode): CompleteStore {
  const store = inMemoryStore();
  return replace(store, {
    write: async (ops, options) => {
      try {
        return await store.write(ops, options);
      } catch (cause) {
        if (!MemoryError.is(cause)) throw cause;
        throw new MemoryError(cause.code === "conflict" ? code : cause.code, "other words");
      }
    },
  });
}

test("writes are compared by the code that they are refused with, and the message has the write", async () => {
  const wrong = compareWithReference(() => saying("store-failed"), { questions: {} });
  await expect(wrong).rejects.toThrow(/^seed 1: the answer .*"op":/u);
  const right = compareWithReference(() => saying("conflict"), { questions: {} });
  await expect(right).resolves.toMatchObject({ questions: {} });
});

test("a store that refuses what the reference does not is told of", async () => {
  const failing = replace(inMemoryStore(), { write: () => Promise.reject(new Error("no")) });
  await expect(compareWithReference(() => failing, { questions: {} })).rejects.toThrow(/^seed 1/u);
});

test("without questions, what is queued is handed out and compared, where there is a queue", async () => {
  const hasty = replaceQueue(inMemoryStore(), (queue) => ({
    claim: async (request, options) => (await queue.claim(request, options)).slice(1),
  }));
  await expect(compareWithReference(() => hasty, { questions: {} })).rejects.toThrow(/claim/u);
  const plain = replace(inMemoryStore(), { queue: undefined });
  const questions = { "queue counts": 3 };
  expect(await compareWithReference(() => plain, { questions })).toMatchObject({ questions });
});

test("without questions, what is kept is compared all the same", async () => {
  const store = inMemoryStore();
  const forgetful = replace(store, { dropSpace: () => Promise.resolve(1) });
  await expect(compareWithReference(() => forgetful, { questions: {} })).rejects.toThrow(
    /dropSpace/u,
  );
});
