import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { CompleteStore, SearchLeg, SpaceVector, WriteOp } from "@kioku/core/toolkit";

import { seededRandom } from "../../support/picker.js";
import { deleteOp, instant, numberOf, spaceVector, testRecord } from "../../test-records.js";
import { expectClose } from "../expect.js";
import { dot, putFound } from "../leg-records.js";
import { searchHits, textLeg, vectorLeg } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";

const SIZE = 1_500;
const space = { id: "space", dimensions: 16 };

/** The records there should be, by number. */
type Model = Map<number, MemoryRecord>;

/** Where the vector of record n points. */
function vectorOf(n: number): SpaceVector {
  const random = seededRandom(n);
  return spaceVector(
    space,
    Array.from({ length: space.dimensions }, () => random() - 0.5),
  );
}

/** A version of record n in one of two threads of one name; many happened at the same instant. */
function makeRecord(n: number, random: () => number, version = 1): MemoryRecord {
  return testRecord(n, {
    version,
    scope: n % 3 === 0 ? ["test", "below"] : ["test"],
    occurredAt: instant(Math.floor(random() * 300)),
    kind: random() < 0.3 ? "rare" : "note",
    ...(random() < 0.9 ? { thread: "t" } : {}),
  });
}

function putRecord(store: CompleteStore, record: MemoryRecord): WriteOp {
  const vectors = store.capabilities.vector === "none" ? [] : [vectorOf(numberOf(record))];
  return putFound(numberOf(record), { ...record, terms: [`word${numberOf(record)}`], vectors });
}

/** Returns the records around others in their threads, each as `3<2`. */
function describeAround(
  records: readonly MemoryRecord[],
  matches: readonly number[],
  around: number,
): readonly string[] {
  const found = new Set<string>();
  for (const n of matches) {
    const match = records.find((record) => numberOf(record) === n);
    const path = scopeToPath(match?.scope ?? []);
    const thread = records
      .filter((one) => one.thread === match?.thread && scopeToPath(one.scope) === path)
      .toSorted((a, b) => timeOf(a) - timeOf(b) || numberOf(a) - numberOf(b));
    const place = match?.thread === undefined ? -1 : thread.findIndex((one) => one === match);
    if (place === -1) found.add(`${n}<undefined`);
    else {
      for (let index = place - around; index <= place + around; index += 1) {
        const [own, before] = [thread[index], thread[index - 1]];
        if (own) found.add(`${numberOf(own)}<${before && numberOf(before)}`);
      }
    }
  }
  return [...found].toSorted();
}

function timeOf({ occurredAt, createdAt }: MemoryRecord): number {
  return (occurredAt ?? createdAt).getTime();
}

/** Search, and the records that match it. */
interface Question {
  readonly legs: readonly SearchLeg[];
  readonly limit: number;
  readonly matches: readonly number[];
}

/**
 * Asks for five records by text, and, of a store with exact vectors, for one by text and another by
 * vector.
 */
function makeQuestions(store: CompleteStore, numbers: readonly number[]): readonly Question[] {
  const [first = 0, second = 0] = numbers;
  const byText = { legs: [wordsOf(numbers)], limit: 100, matches: numbers };
  if (store.capabilities.vector !== "exact") return [byText];
  const legs = [wordsOf([first]), vectorLeg(vectorOf(second))];
  return [byText, { legs, limit: 1, matches: [first, second] }];
}

function wordsOf(numbers: readonly number[]): SearchLeg {
  return textLeg(numbers.map((n) => `word${n}`));
}

/**
 * Searches three times each: a store may answer the second and the third from what it remembers.
 */
async function checkSearches(
  store: CompleteStore,
  model: Model,
  random: () => number,
): Promise<void> {
  for (const kinds of [undefined, ["note"], ["rare"]]) {
    const records = [...model.values()].filter(({ kind }) => kinds?.includes(kind) ?? true);
    const numbers = [1, 2, 3, 4, 5].map(() => pickNumber(records, random));
    for (const { legs, limit, matches } of makeQuestions(store, [...new Set(numbers)])) {
      const expected = describeAround(records, matches, 2);
      for (const time of ["first", "second", "third"]) {
        const fields = { reach: "below", kinds, limit, around: 2 } as const;
        const hits = await searchHits(store, legs, fields);
        const found = hits.map(
          (hit) => `${numberOf(hit)}<${hit.previous && numberOf({ id: hit.previous })}`,
        );
        assert.deepEqual(found.toSorted(), expected, `the ${time} search`);
        for (const hit of legs.length > 1 ? hits : []) {
          const cosine = dot(vectorOf(numberOf(hit)).values, vectorOf(matches[1] ?? 0).values);
          expectClose(hit.scores[1], cosine, 1e-6);
        }
      }
    }
  }
}

function pickNumber(records: readonly MemoryRecord[], random: () => number): number {
  return numberOf(records[Math.floor(random() * records.length)] ?? testRecord(0));
}

export const searchAroundScaleCases: readonly StoreCase[] = storeCases(
  "search around",
  ["text", "threads"],
  {
    async "threads of hundreds of records are in order, again and again, before and after changes"({
      store,
    }) {
      const random = seededRandom(11);
      const model: Model = new Map();
      for (let n = 0; n < SIZE; n += 1) model.set(n, makeRecord(n, random));
      await store.write([...model.values()].map((record) => putRecord(store, record)));
      await checkSearches(store, model, random);
      const ops: WriteOp[] = [];
      for (let n = 0; n < SIZE; n += 4) {
        const record = makeRecord(n, random, 2);
        if (n % 8 === 0) ops.push(putRecord(store, record));
        else ops.push(deleteOp(record));
        if (n % 8 === 0) model.set(n, record);
        else model.delete(n);
      }
      await store.write(ops);
      await checkSearches(store, model, random);
    },
  },
);
