import { textScorer, textWeights } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { TermCounts } from "../../src/index/columns.js";
import { PostingList } from "../../src/index/postings.js";
import { TermScores } from "../../src/index/term-scores.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";

const seed = testSeed();

interface Corpus {
  readonly size: number;
  readonly termCounts: TermCounts;
  readonly lists: readonly PostingList[];
  /** By term and ordinal. */
  readonly frequencies: readonly (readonly number[])[];
}

function inOrder(ordinals: readonly number[]): number[] {
  return ordinals.toSorted((a, b) => a - b);
}

/** @param share - How many of the records have each term. */
function randomCorpus(random: Random, size: number, share: number): Corpus {
  const lengths = random.chance(0.5) ? [1, 5, 30, 511] : [1, 30, 4_095, 4_096, 70_000];
  const often = random.chance(0.5) ? [1, 1, 1, 2, 5] : [1, 1, 2, 254, 255, 1_000];
  const termCounts = new TermCounts(size);
  for (let ordinal = 0; ordinal < size; ordinal += 1) termCounts.set(ordinal, random.pick(lengths));
  const frequencies = Array.from({ length: 1 + random.below(5) }, () =>
    Array.from({ length: size }, () => (random.chance(share) ? random.pick(often) : 0)),
  );
  const lists = frequencies.map((ofTerm) => {
    const list = new PostingList();
    for (const [ordinal, frequency] of ofTerm.entries()) {
      if (frequency > 0) list.append(ordinal, frequency);
      // Some that were there and are gone.
      else if (random.chance(share / 10)) {
        list.append(ordinal, random.pick(often));
        list.delete(ordinal);
      }
    }
    return list;
  });
  return { size, termCounts, lists, frequencies };
}

/** Scores a corpus in portions, and by core's scorer. */
function scoreBoth(random: Random, scores: TermScores, corpus: Corpus): number[] {
  const { size, termCounts, lists, frequencies } = corpus;
  const statistics = {
    documents: size,
    totalTerms: random.pick([size, size * 20, size * 333]),
    documentFrequencies: lists.map((list) => list.length),
  };
  const weights = textWeights(statistics);
  scores.begin(corpus, weights);
  for (const [term, list] of lists.entries()) {
    const portion = random.chance(0.5) ? 1 + random.below(list.positions + 1) : list.positions;
    for (let from = 0; from < list.positions; from += portion) {
      const to = Math.min(from + portion, list.positions);
      scores.add(list, weights.weights[term] ?? Number.NaN, { from, to });
    }
  }
  const scorer = textScorer(statistics);
  return Array.from({ length: size }, (_, ordinal) =>
    scorer(
      frequencies.map((ofTerm) => ofTerm[ordinal] ?? 0),
      termCounts.at(ordinal),
    ),
  );
}

test(`scores are those of core's scorer to the last bit (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const scores = new TermScores();
  for (let round = 0; round < 300; round += 1) {
    const corpus = randomCorpus(random, 1 + random.below(400), random.pick([0.01, 0.1, 0.5, 1]));
    const expected = scoreBoth(random, scores, corpus);
    expect(expected.map((_, ordinal) => scores.scoreOf(ordinal))).toEqual(expected);
    expect(scores.scoreOf(corpus.size + 1_000)).toBe(0);
  }
});

test(`the best are those that sorting gives, with all that equal the last (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const scores = new TermScores();
  for (let round = 0; round < 300; round += 1) {
    const corpus = randomCorpus(random, 1 + random.below(400), random.pick([0.01, 0.1, 0.5, 1]));
    const all = scoreBoth(random, scores, corpus);
    const isFiltered = random.chance(0.5);
    const allows = (ordinal: number): boolean => !isFiltered || ordinal % 3 === 0;
    const count = 1 + random.below(30);
    const sorted = [...all.entries()]
      .filter(([ordinal, score]) => score > 0 && allows(ordinal))
      .toSorted(([, a], [, b]) => b - a);
    const last = sorted[count - 1]?.[1] ?? 0;
    const expected = sorted.filter(([, score]) => score >= last);
    const found = isFiltered ? scores.best(count, allows) : scores.best(count);
    expect(found.map((ordinal) => all[ordinal])).toEqual(expected.map(([, score]) => score));
    expect(inOrder(found)).toEqual(inOrder(expected.map(([ordinal]) => ordinal)));
  }
});

test("after clear there is no score, whether few records had one or nearly all", () => {
  const scores = new TermScores();
  const termCounts = new TermCounts();
  for (const postings of [3, 900]) {
    const list = new PostingList();
    for (let ordinal = 0; ordinal < postings; ordinal += 1) list.append(ordinal, 1);
    scores.begin(
      { size: 1_000, termCounts },
      textWeights({ documents: 1_000, totalTerms: 1_000, documentFrequencies: [postings] }),
    );
    scores.add(list, 1);
    expect([scores.scoreOf(2) > 0, scores.best(5).length]).toEqual([true, postings]);
    scores.clear();
    expect([scores.scoreOf(2), scores.best(5)]).toEqual([0, []]);
  }
});

test("few are asked whether they are allowed", () => {
  const random = seededRandom(seed);
  const scores = new TermScores();
  const termCounts = new TermCounts();
  const list = new PostingList();
  for (let ordinal = 0; ordinal < 50_000; ordinal += 1) {
    termCounts.set(ordinal, random.below(4_000));
    list.append(ordinal, 1);
  }
  const weights = textWeights({
    documents: 50_000,
    totalTerms: 1_000_000,
    documentFrequencies: [50_000],
  });
  scores.begin({ size: 50_000, termCounts }, weights);
  scores.add(list, 1);
  let asked = 0;
  scores.best(10, () => {
    asked += 1;
    return true;
  });
  expect(asked).toBeLessThan(1_000);
});
