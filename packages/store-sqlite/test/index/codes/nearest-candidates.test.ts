import { expect, test } from "vitest";

import { CodeArena } from "../../../src/index/codes/code-arena.js";
import { simdCodeKernel } from "../../../src/index/codes/code-kernel.js";
import type { CodeKernel } from "../../../src/index/codes/code-kernel.js";
import { CodeMatrix } from "../../../src/index/codes/code-matrix.js";
import { javascriptCodeKernel } from "../../../src/index/codes/javascript-code-kernel.js";
import { nearestCandidates } from "../../../src/index/codes/nearest-candidates.js";
import { cosine } from "../../../src/index/cosines.js";
import { TimeSlicer } from "../../../src/sql/scheduling.js";
import type { Pause } from "../../../src/sql/scheduling.js";
import { clusteredVectors, ofLengthOne } from "../../support/clustered-vectors.js";
import { seededRandom } from "../../support/random.js";
import type { Random } from "../../support/random.js";
import { randomUnit } from "../../support/vectors.js";

const slicer = new TimeSlicer();
const pause: Pause = () => slicer.pause();

function matrixOf(rows: readonly Float32Array[], kernel?: CodeKernel): CodeMatrix {
  const arena = new CodeArena(kernel ?? simdCodeKernel() ?? javascriptCodeKernel(), 2 ** 28);
  const matrix = new CodeMatrix(arena, rows[0]?.length ?? 1);
  for (const [ordinal, values] of rows.entries()) matrix.set(ordinal, values);
  return matrix;
}

/**
 * The ordinals of the nearest rows, in double precision, all that tie with the last of them among
 * them.
 */
function exactNearest(rows: readonly Float32Array[], query: Float32Array, count: number): number[] {
  const scores = rows.map((values) => cosine(query, values));
  const least = scores.toSorted((a, b) => b - a)[Math.min(count, rows.length) - 1] ?? 0;
  return [...scores.keys()].filter((ordinal) => (scores[ordinal] ?? 0) >= least);
}

/** A few numbers other than zero, one of them by far the largest at times. */
function sparse(random: Random, dimensions: number): Float32Array {
  const values = new Float32Array(dimensions);
  const count = 1 + random.below(4);
  for (let times = 0; times < count; times += 1) {
    values[random.below(40)] = (random.next() - 0.4) ** 3;
  }
  return ofLengthOne(values);
}

const shapes: Readonly<Record<string, (random: Random) => () => Float32Array>> = {
  clustered: (random) =>
    clusteredVectors(random, { count: 6_000, dimensions: 384, spread: 0.7, clusterSize: 100 }),
  "weakly clustered": (random) =>
    clusteredVectors(random, { count: 6_000, dimensions: 384, spread: 3, clusterSize: 100 }),
  "one-hot": (random) => () => sparse(random, 384),
  narrow: (random) => () => randomUnit(random, 5),
  "two-valued": (random) => () =>
    ofLengthOne(Float32Array.from({ length: 384 }, () => (random.chance(0.5) ? 1 : -1))),
};

test.each(Object.entries(shapes))(
  "999 of 1,000 of the nearest are among the candidates: %s vectors",
  async (_, shape) => {
    const make = shape(seededRandom(41));
    const rows = Array.from({ length: 6_000 }, make);
    const matrix = matrixOf(rows);
    const queries = Array.from({ length: 20 }, make);
    for (const count of [10, 100]) {
      let [found, wanted] = [0, 0];
      for (const query of queries) {
        const candidates = new Set(await nearestCandidates(matrix, { query, count, pause }));
        const exact = exactNearest(rows, query, count);
        wanted += exact.length;
        found += exact.filter((ordinal) => candidates.has(ordinal)).length;
      }
      expect(found / wanted).toBeGreaterThanOrEqual(0.999);
    }
  },
);

test("candidates are few, in ascending order, each once", async () => {
  const random = seededRandom(42);
  const clusters = { count: 8_000, dimensions: 384, spread: 0.7, clusterSize: 100 };
  const make = clusteredVectors(random, clusters);
  const matrix = matrixOf(Array.from({ length: 8_000 }, make));
  let total = 0;
  for (let times = 0; times < 50; times += 1) {
    const ordinals = await nearestCandidates(matrix, { query: make(), count: 10, pause });
    expect([...ordinals]).toEqual([...new Set(ordinals)].toSorted((a, b) => a - b));
    total += ordinals.length;
  }
  expect(total / 50).toBeGreaterThanOrEqual(10);
  expect(total / 50).toBeLessThan(25);
});

test("both kernels have the same candidates", async () => {
  const random = seededRandom(43);
  const rows = Array.from({ length: 3_000 }, () => randomUnit(random, 70));
  const [one, other] = [matrixOf(rows), matrixOf(rows, javascriptCodeKernel())];
  for (const count of [1, 10, 500, 10_000]) {
    const search = { query: randomUnit(random, 70), count, pause };
    expect(await nearestCandidates(one, search)).toEqual(await nearestCandidates(other, search));
  }
});

const allows = (ordinal: number): boolean => ordinal % 3 === 0;
const masked = (ordinal: number): boolean => ordinal % 7 === 0;

test("only ordinals that are allowed and in the mask count, and they push nobody out who is not", async () => {
  const random = seededRandom(44);
  const rows = Array.from({ length: 5_000 }, () => randomUnit(random, 64));
  const matrix = matrixOf(rows);
  const mask = new Uint32Array(Math.ceil(rows.length / 32));
  for (let ordinal = 0; ordinal < rows.length; ordinal += 7) {
    mask[ordinal >>> 5] = (mask[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31));
  }
  const cases = [
    { search: { allows }, counts: allows },
    { search: { mask }, counts: masked },
    { search: { allows, mask }, counts: (ordinal: number) => allows(ordinal) && masked(ordinal) },
  ];
  for (const { search, counts } of cases) {
    for (let times = 0; times < 20; times += 1) {
      const query = randomUnit(random, 64);
      const candidates = await nearestCandidates(matrix, { ...search, query, count: 10, pause });
      const allowed = [...rows.keys()].filter((ordinal) => counts(ordinal));
      const exact = exactNearest(
        allowed.map((ordinal) => rows[ordinal] ?? query),
        query,
        10,
      ).map((index) => allowed[index]);
      expect([...candidates].every((ordinal) => counts(ordinal))).toBe(true);
      expect([...candidates]).toEqual(expect.arrayContaining(exact));
      expect(candidates.length).toBeLessThan(60);
    }
  }
});

test("all vectors are candidates if no more are there than wanted, or if all are equal", async () => {
  const random = seededRandom(45);
  const rows = Array.from({ length: 100 }, () => randomUnit(random, 20));
  const query = randomUnit(random, 20);
  const all = [...rows.keys()];
  const matrix = matrixOf(rows);
  expect([...(await nearestCandidates(matrix, { query, count: 100, pause }))]).toEqual(all);
  expect([...(await nearestCandidates(matrix, { query, count: 10_000, pause }))]).toEqual(all);
  matrix.clear(3);
  expect([...(await nearestCandidates(matrix, { query, count: 100, pause }))]).not.toContain(3);
  const equal = matrixOf(rows.map(() => query));
  expect([...(await nearestCandidates(equal, { query, count: 5, pause }))]).toEqual(all);
});

test("nothing is near to zeros, in an empty matrix, or if nothing is wanted", async () => {
  const rows = [Float32Array.of(1, 0), Float32Array.of(0, 0)];
  const matrix = matrixOf(rows);
  const near = async (values: readonly number[], count: number): Promise<number[]> => {
    const query = Float32Array.from(values);
    return [...(await nearestCandidates(matrix, { query, count, pause }))];
  };
  expect(await near([1, 0], 5)).toEqual([0]);
  expect(await near([0, 0], 5)).toEqual([]);
  expect(await near([1, 0], 0)).toEqual([]);
  matrix.release();
  expect(await near([1, 0], 5)).toEqual([]);
});

/** A vector of the greatest width with numbers in front only. */
function frontal(random: Random): Float32Array {
  const values = new Float32Array(16_384);
  values.set(randomUnit(random, 200));
  return values;
}

test("other searches and changes of the arena during a pause disturb no search", async () => {
  const random = seededRandom(46);
  const rows = Array.from({ length: 640 }, () => frontal(random));
  const matrix = matrixOf(rows, simdCodeKernel());
  expect(matrix.blocks).toBe(40);
  const query = frontal(random);
  const calm = await nearestCandidates(matrix, { query, count: 10, pause });
  let [pauses, added] = [0, 0];
  /** Slices are always over, and others do something meanwhile. */
  const busy: Pause = async () => {
    pauses += 1;
    await nearestCandidates(matrix, { query: frontal(random), count: 3, pause });
    // A block more makes the memory another one.
    const far = query.map((value) => -value);
    if (matrix.set(rows.length + pauses * 16, far)) added += 1;
  };
  expect(await nearestCandidates(matrix, { query, count: 10, pause: busy })).toEqual(calm);
  expect([pauses, added]).toEqual([3, 3]);
  const released: Pause = async () => matrix.release();
  expect(await nearestCandidates(matrix, { query, count: 10, pause: released })).toHaveLength(0);
  expect(matrix.bytes).toBe(0);
});
