/** @module-tag long */
import { inMemoryStore } from "@kioku/core";
import type {
  CompleteStore,
  RecordId,
  SearchHit,
  SearchRequest,
  WriteOp,
} from "@kioku/core/toolkit";
import {
  Picker,
  RANDOM_SCOPES,
  RANDOM_SPACE,
  randomInstant,
  randomPut,
  randomUnit,
  testId,
} from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import { nearNumbers } from "../support/near-numbers.js";
import { testSeed } from "../support/random.js";
import { temporaryFile } from "../support/temporary-directory.js";

const COUNT = 60;
const BEFORE_ALL = new Date(-8.64e15);
const seed = testSeed();
const picker = new Picker(seed);

/** Few questions, so that each is asked again after a write: with one leg and with two. */
const QUESTIONS: readonly SearchRequest[] = RANDOM_SCOPES.flatMap((scope) => {
  const text = { type: "text", terms: ["cat", "user", "猫"] } as const;
  const values = randomUnit(picker, RANDOM_SPACE.dimensions);
  const vector = { type: "vector", space: RANDOM_SPACE.id, values } as const;
  const here = { within: [scope], reach: "here" } as const;
  const below = { within: [scope], reach: "below", kinds: ["note", "message"] } as const;
  return [
    { legs: [vector], selection: here, limit: 3, around: 2 },
    { legs: [text, vector], selection: below, limit: 5, around: 1 },
    { legs: [vector, text], selection: { ...below, now: randomInstant(picker) }, limit: 100 },
  ];
});

/**
 * A change of some record: another version of it, which may be of another thread, or its deletion.
 */
async function randomChange(store: CompleteStore): Promise<WriteOp> {
  const n = picker.integer(COUNT);
  const scope = picker.one(RANDOM_SCOPES);
  const ref: RecordId = { scope, id: testId(n) };
  const [known] = await store.get([ref], { now: BEFORE_ALL });
  if (known && picker.chance(0.2)) return { op: "delete", ...ref, at: randomInstant(picker) };
  const put = randomPut(picker, n);
  const version = ((await store.history(ref)).at(-1)?.version ?? 0) + 1;
  const search = known && picker.chance(0.3) ? ("keep" as const) : put.search;
  const change = version === 1 ? ("created" as const) : ("updated" as const);
  return { ...put, change, search, record: { ...put.record, scope, version } };
}

/** Answers of each question. */
async function answers(store: CompleteStore): Promise<readonly (readonly SearchHit[])[]> {
  const found: (readonly SearchHit[])[] = [];
  for (const question of QUESTIONS) {
    found.push(await store.search(question));
  }
  return found;
}

expect.addEqualityTesters([nearNumbers]);

test(`two connections find what the reference finds after each of 200 writes by either (seed ${seed})`, async () => {
  const reference = inMemoryStore();
  const path = temporaryFile();
  const [store, other] = [sqliteStore({ path }), sqliteStore({ path })];
  for (const one of [reference, store, other]) await one.open();
  for (let round = 0; round < 200; round += 1) {
    const ops = [await randomChange(reference)];
    // Expired records make way, and so both may refuse a version.
    const [expected, actual] = await Promise.allSettled([
      reference.write(ops),
      (picker.chance(0.5) ? store : other).write(ops),
    ]);
    expect(actual.status).toBe(expected.status);
    const now = picker.chance(0.05) ? randomInstant(picker) : BEFORE_ALL;
    expect((await store.sweep(now)).length).toBe((await reference.sweep(now)).length);
    const found = await answers(reference);
    expect(await answers(store)).toEqual(found);
    expect(await answers(other)).toEqual(found);
  }
  for (const one of [reference, store, other]) await one.close();
});
