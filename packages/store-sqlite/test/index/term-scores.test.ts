import { termCoverage, textScorer, textWeights, type TextStatistics } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { BestOrdinals } from "../../src/index/best-ordinals.js";
import { TermCounts } from "../../src/index/columns.js";
import { PostingList } from "../../src/index/postings.js";
import { TermScores } from "../../src/index/term-scores.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";

const seed = testSeed();

const noPause = (): undefined => undefined;

interface Corpus {
  readonly size: number;
  readonly termCounts: TermCounts;
  readonly lists: readonly PostingList[];
  /** By term and ordinal. */
  readonly frequencies: readonly (readonly number[])[];
}

interface CorpusSettings {
  readonly size: number;
  /** Share of the records with each term. */
  readonly shares: readonly number[];
}

function randomCorpus(random: Random, { size, shares }: CorpusSettings): Corpus {
  const lengths = random.pick([[12], [1, 5, 30, 511], [1, 30, 4_095, 4_096, 70_000]]);
  const often = random.pick([[1], [1, 1, 1, 2, 5], [1, 1, 2, 254, 255, 1_000]]);
  const termCounts = new TermCounts(size);
  for (let ordinal = 0; ordinal < size; ordinal += 1) termCounts.set(ordinal, random.pick(lengths));
  const frequencies = shares.map((share) =>
    Array.from({ length: size }, () => (random.chance(share) ? random.pick(often) : 0)),
  );
  const lists = frequencies.map((ofTerm, index) => {
    const list = new PostingList();
    for (const [ordinal, frequency] of ofTerm.entries()) {
      if (frequency > 0) list.append(ordinal, frequency);
      // Some that were there and are gone.
      else if (random.chance((shares[index] ?? 0) / 10)) {
        list.append(ordinal, random.pick(often));
        list.delete(ordinal);
      }
    }
    return list;
  });
  return { size, termCounts, lists, frequencies };
}

interface Expected {
  readonly statistics: TextStatistics;
  readonly scores: TermScores;
  /** Core's scores and coverages. */
  readonly all: readonly (readonly [score: number, coverage: number])[];
}

function scoreBoth(random: Random, corpus: Corpus): Expected {
  const { size, termCounts, lists, frequencies } = corpus;
  const isExpanded = random.chance(0.5);
  const statistics = {
    documents: size,
    totalTerms: random.pick([size, size * 20, size * 333]),
    documentFrequencies: lists.map((list) => list.length),
    ...(isExpanded
      ? { weights: lists.map(() => random.pick([1, 1, 0.7, 1e-9])), originals: 1 }
      : {}),
  };
  const weights = textWeights(statistics);
  const scorer = textScorer(statistics);
  const all = Array.from({ length: size }, (_, ordinal) => {
    const own = frequencies.map((ofTerm) => ofTerm[ordinal] ?? 0);
    const coverage = termCoverage(weights, (term) => own[term] ?? 0);
    return [scorer(own, termCounts.at(ordinal)), coverage] as const;
  });
  return { statistics, scores: new TermScores(corpus, lists, weights), all };
}

/** Few records or many, with terms of all sorts: in none, in a few, in nearly all. */
function anyCorpus(random: Random, round: number): Corpus {
  const size = round % 10 === 0 ? 4_000 + random.below(12_000) : 1 + random.below(400);
  const shares = Array.from({ length: 1 + random.below(6) }, () =>
    random.pick([0, 3 / size, 0.01, 0.1, 0.5, 1]),
  );
  return randomCorpus(random, { size, shares });
}

test(`scores and coverages are those of core to the last bit (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 200; round += 1) {
    const corpus = anyCorpus(random, round);
    const { scores, all } = scoreBoth(random, corpus);
    const step = 1 + random.below(5);
    const ordinals = Uint32Array.from([...all.keys()].filter((ordinal) => ordinal % step === 0));
    const rated = scores.rate(ordinals);
    const found = [...ordinals].map((ordinal) => all[ordinal] ?? [0, 0]);
    expect([...rated.scores]).toEqual(found.map(([score]) => (score === 0 ? Number.NaN : score)));
    expect([...rated.coverages]).toEqual(found.map(([, coverage]) => coverage));
  }
});

test(`the best are those that sorting gives, equal ones by their ids (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 400; round += 1) {
    const corpus = anyCorpus(random, round);
    const { scores, all } = scoreBoth(random, corpus);
    const ids = all.map(() => random.below(all.length));
    const compare = (a: number, b: number): number => (ids[a] ?? 0) - (ids[b] ?? 0) || a - b;
    const allows = random.chance(0.5) ? (ordinal: number) => ordinal % 3 === 0 : undefined;
    const limit = 1 + random.below(30);
    const expected = [...all.entries()]
      .filter(([ordinal, [score]]) => score > 0 && (allows?.(ordinal) ?? true))
      .toSorted(([a, [one]], [b, [other]]) => other - one || compare(a, b))
      .slice(0, limit);
    const best = new BestOrdinals(limit, compare);
    await scores.offerTo(best, { allows, pause: noPause });
    expect([...best.ordinals]).toEqual(expected.map(([ordinal]) => ordinal));
    expect([...best.scores]).toEqual(expected.map(([, [score]]) => score));
  }
});

test("few are asked whether they are allowed", async () => {
  const random = seededRandom(seed);
  const corpus = randomCorpus(random, { size: 50_000, shares: [1, 0.3] });
  const { scores } = scoreBoth(random, corpus);
  let asked = 0;
  const allows = (): boolean => {
    asked += 1;
    return true;
  };
  const best = new BestOrdinals(10, (a, b) => a - b);
  await scores.offerTo(best, { allows, pause: noPause });
  expect(best.ordinals).toHaveLength(10);
  expect(asked).toBeLessThan(1_000);
});

test("the list of a common term is not walked where rare terms decide", async () => {
  const size = 100_000;
  const termCounts = new TermCounts(size);
  const [rare, common] = [new PostingList(), new PostingList()];
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    termCounts.set(ordinal, 10);
    if (ordinal % 1_000 === 0) rare.append(ordinal, 1);
    if (ordinal % 2 === 0) common.append(ordinal, 1);
  }
  const documentFrequencies = [common.length, rare.length];
  const statistics = { documents: size, totalTerms: size * 10, documentFrequencies };
  const lists = [common, rare];
  let read = 0;
  const frequencyAt = common.frequencyAt.bind(common);
  Object.assign(common, {
    frequencyAt: (position: number, ordinal: number) => {
      read += 1;
      return frequencyAt(position, ordinal);
    },
  });
  const scores = new TermScores({ size, termCounts }, lists, textWeights(statistics));
  const best = new BestOrdinals(3, (a, b) => a - b);
  await scores.offerTo(best, { pause: noPause });
  expect([...best.ordinals]).toEqual([0, 1_000, 2_000]);
  expect(read).toBeLessThan(200);
});

test.each([1, 7, 300])("of many offers the best %i stay, in order", (limit) => {
  const random = seededRandom(seed);
  const offers = Array.from({ length: 1_000 }, (_, ordinal) => ({
    ordinal,
    score: random.below(40) / 10 - 2,
  }));
  const best = new BestOrdinals(limit, (a, b) => b - a);
  for (const { ordinal, score } of offers)
    if (best.admits(ordinal, score)) best.add(ordinal, score);
  const expected = offers
    .toSorted((a, b) => b.score - a.score || b.ordinal - a.ordinal)
    .slice(0, limit);
  expect([...best.ordinals]).toEqual(expected.map(({ ordinal }) => ordinal));
  expect([...best.scores]).toEqual(expected.map(({ score }) => score));
  expect(best.least).toBe(expected.at(-1)?.score);
});
