import { expect, test } from "vitest";

import { textScorer, textWeights } from "../../src/toolkit/index.js";
import type { TextStatistics } from "../../src/toolkit/index.js";

const K1 = 0.8;
const B = 0.5;

function idf(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/** The formula, written out: what each term brings, by its weight in a vector of length 1. */
function expectedScore(
  { documents, totalTerms, documentFrequencies }: TextStatistics,
  frequencies: readonly number[],
  termCount: number,
): number {
  const idfs = documentFrequencies.map((frequency) => idf(documents, frequency));
  const length = Math.sqrt(idfs.reduce((sum, value) => sum + value * value, 0));
  const damping = K1 * (1 - B + B * (termCount / (totalTerms / documents)));
  return frequencies.reduce(
    (sum, frequency, term) =>
      sum + ((idfs[term] ?? 0) / length) * (frequency / (frequency + damping)),
    0,
  );
}

test("scores are those of BM25 over the length of the query's vector of idfs", () => {
  const cases: readonly (readonly [TextStatistics, readonly number[], number])[] = [
    [{ documents: 10, totalTerms: 100, documentFrequencies: [2, 5] }, [3, 0], 20],
    [{ documents: 10, totalTerms: 100, documentFrequencies: [2, 5] }, [1, 4], 10],
    [
      { documents: 1_000, totalTerms: 9_321, documentFrequencies: [1, 40, 1_000, 0] },
      [1, 2, 7, 0],
      3,
    ],
    [{ documents: 3, totalTerms: 12, documentFrequencies: [3] }, [1], 4],
    [{ documents: 1, totalTerms: 1, documentFrequencies: [1] }, [1], 1],
  ];
  for (const [statistics, frequencies, termCount] of cases) {
    const expected = expectedScore(statistics, frequencies, termCount);
    expect(textScorer(statistics)(frequencies, termCount)).toBeCloseTo(expected, 12);
  }
});

test("worked out by hand: two terms, one of them twice in a record of average length", () => {
  // idf: ln(1 + 9.5 / 1.5) = 1.99243, ln(1 + 6.5 / 4.5) = 0.89382; length 2.18371; damping 0.8.
  const score = textScorer({ documents: 10, totalTerms: 50, documentFrequencies: [1, 4] });
  expect(score([2, 0], 5)).toBeCloseTo((1.992_43 / 2.183_71) * (2 / 2.8), 4);
  expect(score([0, 1], 5)).toBeCloseTo((0.893_82 / 2.183_71) * (1 / 1.8), 4);
  expect(score([2, 1], 5)).toBeCloseTo(0.651_72 + 0.227_4, 4);
});

test.each([
  { documents: 5, frequency: 1, idf: 1.386_294_361_1 },
  { documents: 5, frequency: 3, idf: 0.538_996_500_7 },
  { documents: 1_000, frequency: 10, idf: 4.557_379_522_2 },
])("terms weigh as Lucene's idf: $frequency of $documents records", (reference) => {
  const { documents, frequency } = reference;
  // Beside a term that every record has, the ratio of what the two bring is that of their idfs.
  const documentFrequencies = [frequency, documents];
  const score = textScorer({ documents, totalTerms: documents * 5, documentFrequencies });
  const ratio = score([1, 0], 5) / score([0, 1], 5);
  expect(ratio * Math.log(1 + 0.5 / (documents + 0.5))).toBeCloseTo(reference.idf, 9);
});

test("one term brings more the more often it is there, and never more than 1", () => {
  const score = textScorer({ documents: 1_000, totalTerms: 10_000, documentFrequencies: [1] });
  const scores = [1, 2, 10, 1_000, 1_000_000].map((frequency) => score([frequency], 10));
  expect(scores).toEqual(scores.toSorted((a, b) => a - b));
  expect(new Set(scores).size).toBe(scores.length);
  expect(scores.at(-1)).toBeLessThan(1);
  expect(scores.at(-1)).toBeGreaterThan(0.999_99);
});

test("how rare a term is does not matter when it is the only one", () => {
  const scores = [1, 10, 1_000].map((frequency) =>
    textScorer({ documents: 1_000, totalTerms: 5_000, documentFrequencies: [frequency] })([1], 5),
  );
  for (const score of scores) expect(score).toBeCloseTo(1 / 1.8, 12);
});

test.each([2, 3, 9, 100])("%i equally rare terms bring up to their square root", (count) => {
  const documentFrequencies = Array.from({ length: count }, () => 4);
  const score = textScorer({ documents: 500, totalTerms: 5_000, documentFrequencies });
  const most = score(
    Array.from({ length: count }, () => 1_000_000),
    10,
  );
  expect(most).toBeLessThan(Math.sqrt(count));
  expect(most).toBeCloseTo(Math.sqrt(count), 3);
});

test("a term that every one of three records has still counts, and less than one that one has", () => {
  const score = textScorer({ documents: 3, totalTerms: 12, documentFrequencies: [3, 1] });
  expect(score([1, 0], 4)).toBeGreaterThan(0);
  expect(score([0, 1], 4)).toBeGreaterThan(score([1, 0], 4));
});

test("a record that is longer than the others scores less", () => {
  const score = textScorer({ documents: 100, totalTerms: 1_000, documentFrequencies: [7] });
  const scores = [1, 10, 100, 10_000].map((termCount) => score([1], termCount));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(scores[1]).toBeCloseTo(1 / 1.8, 12);
});

test("words that nobody has lower the score", () => {
  const known = textScorer({ documents: 10, totalTerms: 50, documentFrequencies: [3] });
  const withUnknown = textScorer({ documents: 10, totalTerms: 50, documentFrequencies: [3, 0] });
  expect(withUnknown([1, 0], 5)).toBeLessThan(known([1], 5));
});

test("a long query of which a record has few words falls with the root of its length, not with its length", () => {
  const [short, long] = [2, 32].map((count) => {
    const documentFrequencies = Array.from({ length: count }, () => 4);
    return textScorer({ documents: 500, totalTerms: 5_000, documentFrequencies });
  });
  const two = [1, 1];
  // A sixteenth of the words is there, and a fourth of the score.
  expect(long?.(two, 10)).toBeCloseTo((short?.(two, 10) ?? 0) / 4, 12);
});

test("a score depends on its own statistics only, not on what was scored before or beside it", () => {
  const statistics = { documents: 10, totalTerms: 50, documentFrequencies: [3] };
  const score = textScorer(statistics);
  const before = score([1], 5);
  const others = textScorer({
    documents: 1_000_000,
    totalTerms: 9_000_000,
    documentFrequencies: [9],
  });
  others([5], 5);
  expect(score([1], 5)).toBe(before);
  expect(textScorer(statistics)([1], 5)).toBe(before);
});

test("a record without any of the terms, an empty scope and an empty query score 0", () => {
  expect(textScorer({ documents: 9, totalTerms: 9, documentFrequencies: [1, 2] })([0, 0], 5)).toBe(
    0,
  );
  expect(textScorer({ documents: 0, totalTerms: 0, documentFrequencies: [0] })([0], 0)).toBe(0);
  expect(textScorer({ documents: 5, totalTerms: 5, documentFrequencies: [] })([], 3)).toBe(0);
});

test("records without terms, and only such, do not divide by zero", () => {
  const score = textScorer({ documents: 2, totalTerms: 0, documentFrequencies: [0] });
  expect(score([0], 0)).toBe(0);
});

test("adding what each term brings, in order, gives the very score of the scorer", () => {
  const statistics = { documents: 977, totalTerms: 8_321, documentFrequencies: [3, 977, 40, 0, 1] };
  const { weights, damping } = textWeights(statistics);
  const score = textScorer(statistics);
  for (let termCount = 0; termCount < 3_000; termCount += 1) {
    const frequencies = [termCount % 5, 1 + (termCount % 3), 7, 0, termCount];
    let sum = 0;
    for (const [term, frequency] of frequencies.entries()) {
      const weight = weights[term] ?? Number.NaN;
      if (frequency > 0) sum += (weight * frequency) / (frequency + damping(termCount));
    }
    expect(sum).toBe(score(frequencies, termCount));
  }
});

test("weights are a vector of length 1, one for each term, and damping grows with the length", () => {
  const { weights, damping } = textWeights({
    documents: 10,
    totalTerms: 50,
    documentFrequencies: [1, 4, 0],
  });
  expect(weights).toHaveLength(3);
  expect(Math.hypot(...Array.from(weights))).toBeCloseTo(1, 12);
  expect([damping(0), damping(5), damping(50)]).toEqual([
    expect.closeTo(0.4, 12),
    expect.closeTo(0.8, 12),
    expect.closeTo(4.4, 12),
  ]);
  const empty = textWeights({ documents: 0, totalTerms: 0, documentFrequencies: [] });
  expect(empty.weights).toHaveLength(0);
  expect(empty.damping(1)).toBeCloseTo(0.8, 12);
});

test("a term brings its weight times as much, and terms beyond the originals leave the rest", () => {
  const statistics = { documents: 10, totalTerms: 50, documentFrequencies: [3, 3, 3] };
  const plain = textScorer({ ...statistics, documentFrequencies: [3, 3] });
  const expanded = textScorer({ ...statistics, weights: [1, 1, 0.5], originals: 2 });
  expect(expanded([2, 1, 0], 5)).toBe(plain([2, 1], 5));
  expect(expanded([0, 0, 1], 5)).toBeCloseTo(plain([1, 0], 5) / 2, 12);
  const weighted = textScorer({ ...statistics, weights: [0.5, 0.5, 0.5] });
  expect(weighted([1, 0, 2], 5)).toBeCloseTo(textScorer(statistics)([1, 0, 2], 5), 12);
});
