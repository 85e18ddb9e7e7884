import { expect, test } from "vitest";

import { BLOCK_BYTES, blockLayout, CodeArena } from "../../../src/index/codes/code-arena.js";
import { queryCodes, simdCodeKernel } from "../../../src/index/codes/code-kernel.js";
import { CodeMatrix } from "../../../src/index/codes/code-matrix.js";
import { javascriptCodeKernel } from "../../../src/index/codes/javascript-code-kernel.js";
import { seededRandom } from "../../support/random.js";
import { randomUnit } from "../../support/vectors.js";

const kernels = { simd: simdCodeKernel, javascript: javascriptCodeKernel };
const names = ["simd", "javascript"] as const;

function arenaOf(name: keyof typeof kernels, blocks: number): CodeArena {
  const kernel = kernels[name]();
  if (!kernel) throw new Error("this Node has no relaxed SIMD");
  return new CodeArena(kernel, blocks * BLOCK_BYTES);
}

/** A vector of a circle, and the query that tells its number. */
function numbered(n: number): Float32Array {
  return Float32Array.of(Math.cos(n / 1e5), Math.sin(n / 1e5), 0);
}

/** All that a matrix finds, with scores, by ordinal. */
function contents(matrix: CodeMatrix, values: Float32Array, mask?: Uint32Array) {
  const query = queryCodes(values);
  if (!query) throw new Error("a query without codes");
  const found = new Map<number, number>();
  matrix.setQuery(query);
  for (let block = 0; block < matrix.blocks; block += 1) {
    const search = { query, mask, slack: 0, threshold: Number.NEGATIVE_INFINITY };
    matrix.scan(block, search, (ordinal, score, scale) => {
      if (scale > 0) found.set(ordinal, score);
    });
  }
  return found;
}

test.each(names)(
  "after random sets, replacements and removals it holds what a map holds: %s",
  (name) => {
    const random = seededRandom(31);
    const matrix = new CodeMatrix(arenaOf(name, 8), 3);
    const expected = new Map<number, Float32Array>();
    let refused = 0;
    for (let step = 0; step < 12_000; step += 1) {
      const ordinal = random.below(30_000);
      if (random.chance(0.3)) {
        if (random.chance(0.5)) matrix.clear(ordinal);
        else if (!matrix.set(ordinal, undefined)) refused += 1;
        expected.delete(ordinal);
      } else {
        if (!matrix.set(ordinal, numbered(step))) refused += 1;
        expected.set(ordinal, numbered(step));
      }
    }
    expect(refused).toBe(0);
    const found = contents(matrix, Float32Array.of(0, 1, 0));
    expect([...found.keys()]).toEqual([...expected.keys()].toSorted((a, b) => a - b));
    for (const [ordinal, [, sine = 2]] of expected) {
      expect(Math.abs((found.get(ordinal) ?? 9) - sine)).toBeLessThan(0.01);
    }
    for (let ordinal = 0; ordinal < 41_000; ordinal += 1)
      expect(matrix.has(ordinal)).toBe(expected.has(ordinal));
  },
);

test("only the bits of a mask are found, in every block, and none beyond its end", () => {
  const random = seededRandom(32);
  for (const dimensions of [3, 384, 5_000]) {
    const { rows } = blockLayout(dimensions);
    const matrix = new CodeMatrix(arenaOf("simd", 4), dimensions);
    const count = rows * 3 + 5;
    const values = randomUnit(random, dimensions);
    for (let ordinal = 0; ordinal < count; ordinal += 1) matrix.set(ordinal, values);
    const mask = new Uint32Array(Math.ceil((rows * 2.5) / 32));
    const wanted: number[] = [];
    for (let ordinal = 0; ordinal < mask.length * 32; ordinal += 1) {
      if (random.chance(0.1) || ordinal % 1_000 > 900) {
        mask[ordinal >>> 5] = (mask[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31));
        wanted.push(ordinal);
      }
    }
    // A view that begins inside a buffer, as a caller may have one.
    const inside = new Uint32Array(mask.length + 1).subarray(1);
    inside.set(mask);
    const found = contents(matrix, values, inside);
    expect([...found.keys()]).toEqual(wanted.filter((ordinal) => ordinal < count));
    expect(found.size).toBeGreaterThan(rows / 20);
  }
});

test.each(names)("equal vectors have equal scores in every ordinal: %s", (name) => {
  const random = seededRandom(33);
  const matrix = new CodeMatrix(arenaOf(name, 3), 100);
  const values = randomUnit(random, 100);
  for (let ordinal = 0; ordinal < 4_001; ordinal += 1) matrix.set(ordinal, values);
  const found = contents(matrix, randomUnit(random, 100));
  expect(found.size).toBe(4_001);
  expect(new Set(found.values()).size).toBe(1);
});

test.each(names)(
  "what wider vectors and queries left behind does not touch narrow ones: %s",
  (name) => {
    const arena = arenaOf(name, 4);
    const [wide, narrow] = [new CodeMatrix(arena, 16), new CodeMatrix(arena, 3)];
    const alone = new CodeMatrix(arenaOf(name, 4), 3);
    const large = new Float32Array(16).fill(5);
    wide.set(0, large);
    narrow.set(0, numbered(9));
    alone.set(0, numbered(9));
    expect(contents(wide, large).size).toBe(1);
    expect(contents(narrow, numbered(4))).toEqual(contents(alone, numbered(4)));
  },
);

test.each(names)(
  "a full arena refuses, changes nothing, and takes again what is given back: %s",
  (name) => {
    const arena = arenaOf(name, 2);
    const [first, second, third] = [
      new CodeMatrix(arena, 3),
      new CodeMatrix(arena, 3),
      new CodeMatrix(arena, 16_384),
    ];
    expect(first.set(7, numbered(1))).toBe(true);
    expect(second.set(1, numbered(2))).toBe(true);
    const wide = randomUnit(seededRandom(34), 16_384);
    const before = contents(first, numbered(0));
    expect(third.set(0, wide)).toBe(false);
    expect(first.set(blockLayout(3).rows, numbered(3))).toBe(false);
    expect([third.bytes, third.blocks, third.end, third.has(0)]).toEqual([0, 0, 0, false]);
    expect([first.bytes, first.blocks, first.end]).toEqual([BLOCK_BYTES, 1, 8]);
    expect(contents(first, numbered(0))).toEqual(before);
    expect(first.set(8, numbered(4))).toBe(true);
    first.release();
    expect([first.bytes, first.blocks, first.end, first.has(7)]).toEqual([0, 0, 0, false]);
    // The block that comes back is full of codes, which are no vectors of its next owner.
    expect(third.set(9, wide)).toBe(true);
    expect([...contents(third, wide).keys()]).toEqual([9]);
    expect([...contents(second, numbered(0)).keys()]).toEqual([1]);
  },
);

test("memory that the process does not have is the same as a full arena", () => {
  const kernel = { ...javascriptCodeKernel(), grow: () => false };
  const matrix = new CodeMatrix(new CodeArena(kernel, 2 ** 30), 3);
  expect(matrix.set(0, numbered(1))).toBe(false);
  expect(contents(matrix, numbered(0)).size).toBe(0);
});

test("blocks take no more than 4 GiB less 64 KiB, places beyond 2 GiB among them", () => {
  const kernel = javascriptCodeKernel();
  let size = 0;
  const endless = { ...kernel, grow: (bytes: number) => (size = Math.max(size, bytes)) > 0 };
  const arena = new CodeArena(endless, Number.POSITIVE_INFINITY);
  let blocks = 0;
  while (arena.allocate() !== undefined) blocks += 1;
  expect(size).toBeLessThanOrEqual(2 ** 32 - 65_536);
  expect(blocks * BLOCK_BYTES).toBeGreaterThan(2 ** 32 - 1_000_000);
});

test("384 numbers take 389 bytes, and no usual width a tenth more than its own", () => {
  expect(BLOCK_BYTES / blockLayout(384).rows).toBeLessThan(389);
  for (const dimensions of [256, 384, 512, 768, 1_024, 1_536, 2_048, 3_072, 4_096, 8_192, 16_384]) {
    const { rows, walk } = blockLayout(dimensions);
    expect(BLOCK_BYTES / rows).toBeLessThan(1.1 * dimensions);
    // Otherwise all walks compete for the same cache lines.
    expect(walk % 4_096).not.toBe(0);
  }
});

test("rows and scales of every width are inside a block, in whole groups", () => {
  const widths = Array.from({ length: 16_384 }, (_, index) => index + 1);
  const unfit = widths.filter((dimensions) => {
    const { rows, stride, walk, scales } = blockLayout(dimensions);
    return !(
      stride % 16 === 0 &&
      stride >= dimensions &&
      rows > 0 &&
      rows % 8 === 0 &&
      walk % 16 === 0 &&
      walk >= (rows / 8) * stride &&
      scales === walk * 8 &&
      scales + rows * 4 <= BLOCK_BYTES
    );
  });
  expect(unfit).toEqual([]);
});
