import assert from "node:assert/strict";

import { termCoverage, textWeights } from "@kioku/core/toolkit";
import type {
  CompleteStore,
  SearchLeg,
  SearchRequest,
  TextLeg,
  TextStatistics,
} from "@kioku/core/toolkit";

import { pluck } from "../../lists.js";
import { numberOf, putOp, testRecord } from "../../test-records.js";
import { at, putFound } from "../leg-records.js";
import { condition, metadata } from "../predicates.js";
import { searchHits, select, textLeg, vectorLeg, type SearchFields } from "../requests.js";
import { storeCases, type StoreCase } from "../store-case.js";
import { DOCUMENTS } from "../text-oracle.js";

const tea = textLeg(["tea"]);

/**
 * The traits that hits bring back, by number; asked three times, since a store may answer from
 * memory.
 */
async function traitsOf(store: CompleteStore, fields: SearchFields = {}): Promise<object> {
  const answers: object[] = [];
  for (let time = 0; time < 3; time += 1) {
    const hits = await searchHits(store, [tea], { around: 1, ...fields });
    answers.push(Object.fromEntries(hits.map((hit) => [numberOf(hit), hit.traits])));
  }
  assert.deepEqual(answers[1], answers[0]);
  assert.deepEqual(answers[2], answers[0]);
  return answers[0] ?? {};
}

/** The speakers that hits bring back, by number, asked three times. */
async function speakersOf(store: CompleteStore, legs: readonly SearchLeg[]): Promise<object> {
  const answers: object[] = [];
  for (let time = 0; time < 3; time += 1) {
    const hits = await searchHits(store, legs, { around: time === 0 ? 0 : 1 });
    answers.push(Object.fromEntries(hits.map((hit) => [numberOf(hit), hit.speaker])));
  }
  assert.deepEqual(answers[2], answers[1]);
  return answers;
}

const TERMS = ["cat", "dog", "bird", "nobody"];

/** The statistics of documents for the terms of a leg. */
function statisticsOf(
  { terms, weights, originals }: TextLeg = textLeg(TERMS),
  documents = DOCUMENTS,
): TextStatistics {
  const countWith = (term: string): number => documents.filter((one) => one.includes(term)).length;
  return {
    documents: documents.length,
    totalTerms: documents.flat().length,
    documentFrequencies: terms.map(countWith),
    weights,
    originals,
  };
}

/** The coverage of each document that has any of the terms, by number. */
function coverages(leg = textLeg(TERMS), documents = DOCUMENTS): object {
  const weights = textWeights(statisticsOf(leg, documents));
  const found = documents.map((own, n): [number, number] => {
    const has = (index: number): number => Number(own.includes(leg.terms[index] ?? ""));
    return [n, termCoverage(weights, has)];
  });
  return Object.fromEntries(found.filter(([, share]) => share > 0));
}

/** The coverage of hits by number, asked twice; `undefined` if the store brings none at all. */
async function coverageOf(
  store: CompleteStore,
  request: Pick<SearchRequest, "legs"> & Partial<SearchRequest>,
): Promise<object | undefined> {
  const answers: object[] = [];
  for (let time = 0; time < 2; time += 1) {
    const hits = await store.search({ selection: select(), limit: 100, ...request });
    const known = hits.flatMap((hit) =>
      hit.coverage === undefined ? [] : [[numberOf(hit), hit.coverage] as const],
    );
    answers.push(Object.fromEntries(known));
  }
  assert.deepEqual(answers[1], answers[0]);
  const [answer = {}] = answers;
  return Object.keys(answer).length === 0 ? undefined : answer;
}

/** Writes the documents, each with a vector, all of one thread. */
async function writeDocuments(store: CompleteStore): Promise<void> {
  const hasVectors = store.capabilities.vector !== "none";
  const ops = DOCUMENTS.map((terms, n) =>
    putFound(n, { terms, thread: "t", vectors: hasVectors ? [at(n * 10)] : [] }),
  );
  await store.write(ops);
}

export const searchTraitCases: readonly StoreCase[] = [
  ...storeCases("search legs", ["text", "threads"], {
    async "hits bring back the traits they were written with, neighbours included"({ store }) {
      const fields = { thread: "t", metadata: { team: "a" } };
      await store.write([
        putFound(1, { terms: ["tea"], traits: 5, ...fields }),
        putFound(2, { terms: ["hay"], traits: 2_147_483_647, ...fields }),
        putFound(3, { terms: ["tea"], traits: 0 }),
      ]);
      assert.deepEqual(await traitsOf(store), { 1: 5, 2: 2_147_483_647, 3: 0 });
      const where = condition(metadata("team"), "eq", "a");
      assert.deepEqual(await traitsOf(store, { where }), { 1: 5, 2: 2_147_483_647 });
    },
    async "traits stay when the search entry is kept, change with it, and go with it"({ store }) {
      await store.write([putFound(1, { terms: ["tea"], traits: 3, thread: "t" })]);
      await store.write([putFound(2, { terms: ["tea"], traits: 4, thread: "t" })]);
      assert.deepEqual(await traitsOf(store), { 1: 3, 2: 4 });
      const second = { version: 2, thread: "t" };
      await store.write([putOp(testRecord(1, second), { search: "keep" })]);
      assert.deepEqual(await traitsOf(store), { 1: 3, 2: 4 });
      await store.write([putFound(1, { terms: ["tea"], traits: 7, version: 3, thread: "t" })]);
      assert.deepEqual(await traitsOf(store), { 1: 7, 2: 4 });
      await store.write([putOp(testRecord(2, second), { search: "none" })]);
      assert.deepEqual(await traitsOf(store), { 1: 7, 2: undefined });
    },
  }),
  ...storeCases("search legs", ["text", "threads"], {
    async "hits bring back who said it, neighbours included, and follow changes"({ store }) {
      await store.write([
        putFound(1, { terms: ["tea"], speaker: "Ana", thread: "t" }),
        putFound(2, { terms: ["hay"], speaker: "Bo: 'x'", thread: "t" }),
        putFound(3, { terms: ["tea"] }),
        putFound(4, { terms: ["tea"], speaker: "Ana", scope: ["other"] }),
      ]);
      const all = { 1: "Ana", 2: "Bo: 'x'", 3: undefined };
      assert.deepEqual(await speakersOf(store, [tea]), [{ 1: "Ana", 3: undefined }, all, all]);
      await store.write([
        putOp(testRecord(1, { version: 2, thread: "t" }), { search: "keep" }),
        putFound(3, { terms: ["tea"], speaker: "安娜", version: 2 }),
      ]);
      const now = { 1: undefined, 2: "Bo: 'x'", 3: "安娜" };
      assert.deepEqual(await speakersOf(store, [tea]), [{ 1: undefined, 3: "安娜" }, now, now]);
    },
    async "where hits have coverage, it is termCoverage of the terms they have"({ store }) {
      await writeDocuments(store);
      const legs = [textLeg(TERMS)];
      for (const fields of [{}, { limit: 1, around: 10 }, { limit: 3, around: 10 }]) {
        const request = { legs, ...fields };
        const shares = await coverageOf(store, request);
        if (shares) assert.deepEqual(shares, coverages());
      }
      for (const leg of [
        textLeg(["nobody", "dog"]),
        { ...textLeg(TERMS), weights: [1, 0.5, 2, 1], originals: 3 },
      ]) {
        const shares = await coverageOf(store, { legs: [leg] });
        if (shares) assert.deepEqual(shares, coverages(leg));
      }
    },
    async "where hits have coverage, it follows changes of the records"({ store }) {
      await writeDocuments(store);
      const legs = [textLeg(TERMS)];
      if (!(await coverageOf(store, { legs }))) return;
      await store.write([
        putFound(0, { terms: ["bird", "cat"], version: 2 }),
        putOp(testRecord(1, { version: 2 }), { search: "keep" }),
        putFound(5, { terms: ["dog"], version: 2 }),
      ]);
      const now = [["bird", "cat"], ...DOCUMENTS.slice(1, 5), ["dog"]];
      assert.deepEqual(await coverageOf(store, { legs }), coverages(legs[0], now));
    },
    async "where an answer has statistics, they are those of the scopes"({ store }) {
      await writeDocuments(store);
      await store.write([putFound(9, { terms: ["cat"], scope: ["other"] })]);
      for (const [within, expected] of [
        [[["test"]], { documents: 6, totalTerms: 15, documentFrequencies: [3, 3, 2, 0] }],
        [[["none"]], { documents: 0, totalTerms: 0, documentFrequencies: [0, 0, 0, 0] }],
      ] as const) {
        const kinds = ["of another sort"];
        for (const fields of [{ within }, { within, kinds }]) {
          const { statistics } = await store.search({
            legs: [textLeg(TERMS)],
            selection: select(fields),
            limit: 1,
          });
          if (!statistics) continue;
          const { documents, totalTerms, documentFrequencies } = statistics;
          assert.deepEqual({ documents, totalTerms, documentFrequencies }, expected);
        }
      }
    },
  }),
  ...storeCases("search legs", ["text", "vector", "threads"], {
    async "coverage is of the text leg, also for what only vectors find"({ store }) {
      await writeDocuments(store);
      const legs = [{ ...vectorLeg(at(0)), limit: 2 }, textLeg(TERMS)];
      const shares = await coverageOf(store, { legs, around: 10 });
      if (shares) assert.deepEqual(shares, coverages());
      const found = await store.search({
        legs: [vectorLeg(at(0))],
        selection: select(),
        limit: 100,
      });
      assert.deepEqual(
        pluck(found, "coverage"),
        found.map(() => undefined),
      );
      assert.equal(found.statistics, undefined);
    },
  }),
  ...storeCases("search legs", ["vector"], {
    async "traits found by vector are those of the record"({ store }) {
      await store.write([putFound(1, { traits: 6, vectors: [at(0)] })]);
      const hits = await searchHits(store, [vectorLeg(at(10))]);
      assert.deepEqual(pluck(hits, "traits"), [6]);
    },
  }),
];
