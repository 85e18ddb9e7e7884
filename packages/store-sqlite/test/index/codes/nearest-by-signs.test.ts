import { expect, test } from "vitest";

import { BLOCK_BYTES, CodeArena } from "../../../src/index/codes/code-arena.js";
import { simdCodeKernel } from "../../../src/index/codes/code-kernel.js";
import type { CodeKernel } from "../../../src/index/codes/code-kernel.js";
import { CodeMatrix } from "../../../src/index/codes/code-matrix.js";
import { javascriptCodeKernel } from "../../../src/index/codes/javascript-code-kernel.js";
import { nearestCandidates } from "../../../src/index/codes/nearest-candidates.js";
import { cosine } from "../../../src/index/cosines.js";
import { bySize } from "../../support/by-size.js";
import { clusteredVectors, ofLengthOne } from "../../support/clustered-vectors.js";
import { seededRandom } from "../../support/random.js";
import type { Random } from "../../support/random.js";
import { randomUnit } from "../../support/vectors.js";

/** Some tests are for `npm run test:full` alone. */
const IS_FULL = bySize(1, 0) === 1;

const pause = (): undefined => undefined;
const COUNT = 24_000;
const DIMENSIONS = 128;
/** Searches until all signs are written. */
const SEARCHES = 3;

function matrixOf(
  rows: readonly Float32Array[],
  { kernel, signedFrom }: { readonly kernel?: CodeKernel; readonly signedFrom: number },
): CodeMatrix {
  const arena = new CodeArena(kernel ?? simdCodeKernel() ?? javascriptCodeKernel(), 2 ** 28);
  const matrix = new CodeMatrix(arena, rows[0]?.length ?? 1, signedFrom);
  for (const [ordinal, values] of rows.entries()) matrix.set(ordinal, values);
  return matrix;
}

/** The same rows with signs and without. */
async function pairOf(rows: readonly Float32Array[]) {
  const signed = matrixOf(rows, { signedFrom: 1 });
  const plain = matrixOf(rows, { signedFrom: Number.POSITIVE_INFINITY });
  const [query = new Float32Array(1)] = rows;
  for (let times = 0; times < SEARCHES; times += 1)
    await nearestCandidates(signed, { query, count: 1, pause });
  expect(signed.signsBytes).toBeGreaterThan(0);
  expect(plain.signsBytes).toBe(0);
  return { signed, plain };
}

/** The ordinals of the nearest rows in double precision, with all that tie with the last. */
function exactNearest(rows: readonly Float32Array[], query: Float32Array, count: number): number[] {
  const scores = rows.map((values) => cosine(query, values));
  const least = scores.toSorted((a, b) => b - a)[count - 1] ?? 0;
  return [...scores.keys()].filter((ordinal) => (scores[ordinal] ?? 0) >= least);
}

function allows(ordinal: number): boolean {
  return ordinal % 5 !== 0;
}

function sparse(random: Random): Float32Array {
  const values = new Float32Array(DIMENSIONS);
  const count = 1 + random.below(6);
  for (let times = 0; times < count; times += 1)
    values[random.below(DIMENSIONS)] = (random.next() - 0.4) ** 3;
  return ofLengthOne(values);
}

const clusters = { count: COUNT, dimensions: DIMENSIONS, clusterSize: 100 };
const shapes: Readonly<Record<string, (random: Random) => () => Float32Array>> = {
  clustered: (random) => clusteredVectors(random, { ...clusters, spread: 0.7 }),
  "weakly clustered": (random) => clusteredVectors(random, { ...clusters, spread: 1.6 }),
  random: (random) => () => randomUnit(random, DIMENSIONS),
  "one-hot": (random) => () => sparse(random),
  "two-valued": (random) => () =>
    ofLengthOne(Float32Array.from({ length: DIMENSIONS }, () => (random.chance(0.5) ? 1 : -1))),
  "positive, all in one direction": (random) => () =>
    ofLengthOne(Float32Array.from({ length: DIMENSIONS }, () => 3 + random.next())),
  "often equal": (random) => {
    const make = clusteredVectors(random, { ...clusters, spread: 0.7 });
    const few = Array.from({ length: 400 }, make);
    return () => random.pick(few);
  },
};

test.each(Object.entries(shapes).slice(0, bySize(7, 1)))(
  "signs exclude none of the nearest, by themselves and with filters: %s vectors",
  async (_, shape) => {
    const random = seededRandom(71);
    const make = shape(random);
    const rows = Array.from({ length: COUNT }, make);
    const { signed, plain } = await pairOf(rows);
    const mask = Uint32Array.from({ length: COUNT / 32 }, (__, word) =>
      word % 3 ? 0x0f_f0_0a_50 : 0,
    );
    for (let times = 0; times < 6; times += 1) {
      const query = make();
      for (const count of [1, 10, 110]) {
        for (const filter of [{}, { mask }, { allows }, { mask, allows }]) {
          const search = { query, count, pause, ...filter };
          const candidates = await nearestCandidates(signed, search);
          expect(candidates).toEqual(await nearestCandidates(plain, search));
        }
      }
      const candidates = await nearestCandidates(signed, { query, count: 10, pause });
      expect([...candidates]).toEqual(expect.arrayContaining(exactNearest(rows, query, 10)));
    }
  },
);

test("zeros and vectors that are cleared are never found, those that change are found anew", async () => {
  const random = seededRandom(72);
  const make = clusteredVectors(random, { ...clusters, spread: 0.7 });
  const rows = Array.from({ length: COUNT }, make);
  const { signed, plain } = await pairOf(rows);
  let end = COUNT;
  for (let round = 0; round < 60; round += 1) {
    for (let times = 0; times < 200; times += 1) {
      const ordinal = random.below(end);
      const change = random.below(4);
      const values = change === 0 ? new Float32Array(DIMENSIONS) : make();
      for (const matrix of [signed, plain]) {
        if (change === 1) matrix.clear(ordinal);
        else matrix.set(change === 2 ? end : ordinal, values);
      }
      if (change === 2) end += 1;
    }
    const search = { query: make(), count: 20, pause };
    expect(await nearestCandidates(signed, search)).toEqual(await nearestCandidates(plain, search));
  }
  expect(signed.end).toBeGreaterThan(COUNT + 2_000);
});

test("a matrix that grows many times gets signs around another centre", async () => {
  const random = seededRandom(73);
  const rows = Array.from({ length: 20_000 }, (_, ordinal) =>
    // Later vectors lie elsewhere.
    ofLengthOne(randomUnit(random, 64).map((value) => value + (ordinal < 2_000 ? 0.3 : -0.3))),
  );
  const [signed, plain] = [1, Number.POSITIVE_INFINITY].map((signedFrom) =>
    matrixOf(rows.slice(0, 100), { signedFrom }),
  );
  if (!signed || !plain) throw new Error("two matrices");
  for (const [ordinal, values] of rows.entries()) {
    for (const matrix of [signed, plain]) matrix.set(ordinal, values);
    if (ordinal % 500 !== 0) continue;
    const search = { query: randomUnit(random, 64), count: 10, pause };
    expect(await nearestCandidates(signed, search)).toEqual(await nearestCandidates(plain, search));
  }
});

test("both kernels have the same candidates by signs", async () => {
  const random = seededRandom(74);
  const make = clusteredVectors(random, { ...clusters, spread: 1 });
  const rows = Array.from({ length: 4_000 }, make);
  const one = matrixOf(rows, { signedFrom: 1 });
  const other = matrixOf(rows, { signedFrom: 1, kernel: javascriptCodeKernel() });
  for (const count of [1, 10, 200]) {
    const search = { query: make(), count, pause };
    expect(await nearestCandidates(one, search)).toEqual(await nearestCandidates(other, search));
  }
});

test.skipIf(!IS_FULL)(
  "where signs exclude too little they are asked ever more rarely",
  async () => {
    const random = seededRandom(75);
    const rows = Array.from({ length: COUNT }, () => randomUnit(random, 256));
    const { signed, plain } = await pairOf(rows);
    let asked = 0;
    for (let times = 0; times < 60; times += 1) {
      const query = randomUnit(random, 256);
      // Takes a turn of those that do without.
      if (signed.signQuery(query)) asked += 1;
      const search = { query, count: 100, pause };
      expect(await nearestCandidates(signed, search)).toEqual(
        await nearestCandidates(plain, search),
      );
    }
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(20);
  },
);

test("signs make room for codes, and give back all they took", async () => {
  const random = seededRandom(76);
  const arena = new CodeArena(simdCodeKernel() ?? javascriptCodeKernel(), 6 * BLOCK_BYTES);
  const matrix = new CodeMatrix(arena, 256, 1);
  const rows = Array.from({ length: 5_000 }, () => randomUnit(random, 256));
  const query = randomUnit(random, 256);
  for (const [ordinal, values] of rows.slice(0, 3_000).entries()) matrix.set(ordinal, values);
  await nearestCandidates(matrix, { query, count: 10, pause });
  expect([matrix.signsBytes, matrix.bytes]).toEqual([BLOCK_BYTES, 4 * BLOCK_BYTES]);
  for (const [ordinal, values] of rows.entries()) expect(matrix.set(ordinal, values)).toBe(true);
  await nearestCandidates(matrix, { query, count: 10, pause });
  expect(matrix.bytes).toBe(6 * BLOCK_BYTES);
  for (let ordinal = 5_000; ordinal < 6_192; ordinal += 1)
    expect(matrix.set(ordinal, query)).toBe(true);
  expect([matrix.signsBytes, matrix.bytes]).toEqual([0, 6 * BLOCK_BYTES]);
  expect((await nearestCandidates(matrix, { query, count: 10, pause })).length).toBe(1_192);
  matrix.release();
  expect(matrix.bytes).toBe(0);
});
