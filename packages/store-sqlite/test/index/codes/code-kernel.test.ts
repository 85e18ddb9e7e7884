import { expect, test } from "vitest";

import { blockLayout } from "../../../src/index/codes/code-arena.js";
import { queryCodes, simdCodeKernel } from "../../../src/index/codes/code-kernel.js";
import type { CodeKernel, ScanCall } from "../../../src/index/codes/code-kernel.js";
import { javascriptCodeKernel } from "../../../src/index/codes/javascript-code-kernel.js";
import { seededRandom } from "../../support/random.js";
import type { Random } from "../../support/random.js";
import { randomUnit } from "../../support/vectors.js";

const QUERY_AT = 0;
const VALUES_AT = 16_384;
const MASK_AT = VALUES_AT + 65_536;
const OUT_AT = MASK_AT + 65_536;
const BLOCK_AT = OUT_AT + 65_536;
const FIRST = 4_000_000_000;
const WIDTHS = [...Array.from({ length: 70 }, (_, index) => index + 1), 256, 384, 1_024, 16_384];
const SLACK = Math.fround(0.866);
const DENORMAL = 2 ** -149;

function simd(): CodeKernel {
  const kernel = simdCodeKernel();
  if (!kernel) throw new Error("this Node has no relaxed SIMD");
  return kernel;
}

/** Both kernels, with the same rows in their memories, and what they hold of them. */
function filled(rows: readonly Float32Array[], dimensions: number) {
  const layout = blockLayout(dimensions);
  const place = (row: number): number =>
    BLOCK_AT + (row % 8) * layout.walk + Math.floor(row / 8) * layout.stride;
  const kernels = [simd(), javascriptCodeKernel()];
  for (const kernel of kernels) {
    expect(kernel.grow(BLOCK_AT + layout.scales + layout.rows * 4)).toBe(true);
    const { floats } = kernel.memory();
    const scales = (BLOCK_AT + layout.scales) / 4;
    floats.fill(Number.NaN, scales, scales + layout.rows);
    for (const [row, values] of rows.entries()) {
      floats.fill(0, VALUES_AT / 4, VALUES_AT / 4 + layout.stride);
      floats.set(values, VALUES_AT / 4);
      const to = { codes: place(row), scale: (scales + row) * 4, stride: layout.stride };
      kernel.quantise({ ...to, values: VALUES_AT });
    }
  }
  const codesOf = (kernel: CodeKernel, row: number): Uint8Array =>
    kernel.memory().bytes.slice(place(row), place(row) + layout.stride);
  const scaleOf = (kernel: CodeKernel, row: number): number =>
    kernel.memory().floats[(BLOCK_AT + layout.scales) / 4 + row] ?? 0;
  return { kernels, layout, codesOf, scaleOf };
}

/** Rows that are hard to get right, then random ones. */
function sampleRows(random: Random, dimensions: number): Float32Array[] {
  const oneHot = (value: number): Float32Array => {
    const row = new Float32Array(dimensions);
    row[random.below(dimensions)] = value;
    return row;
  };
  const filledWith = (value: number): Float32Array => new Float32Array(dimensions).fill(value);
  return [
    new Float32Array(dimensions),
    oneHot(1),
    oneHot(-1),
    oneHot(DENORMAL),
    oneHot(Number.NaN),
    oneHot(Number.POSITIVE_INFINITY),
    oneHot(2 ** -120),
    // The least scale that is not subnormal, and one that is.
    oneHot(63 * 2 ** -126),
    oneHot(62 * 2 ** -126),
    filledWith(DENORMAL),
    filledWith(1 / Math.sqrt(dimensions)),
    filledWith(-1 / Math.sqrt(dimensions)),
    // Halves of steps, which are rounded to the even neighbour.
    Float32Array.from({ length: dimensions }, (_, column) => (column === 0 ? 63 : column - 30.5)),
    // A large value with denormal ones.
    Float32Array.from({ length: dimensions }, (_, column) => (column === 0 ? 1 : DENORMAL)),
    ...Array.from({ length: dimensions > 10_000 ? 2 : 29 }, () => randomUnit(random, dimensions)),
  ];
}

function writeQuery(kernel: CodeKernel, codes: Int8Array, stride: number): void {
  kernel.memory().signed.fill(0, QUERY_AT, QUERY_AT + stride);
  kernel.memory().signed.set(codes, QUERY_AT);
}

/** Hits of a scan, with scores as their bits. */
function scanned(kernel: CodeKernel, call: ScanCall): [row: number, bits: number][] {
  const count = kernel.scan(call);
  const { words } = kernel.memory();
  return Array.from({ length: count }, (_, hit) => [
    words[OUT_AT / 4 + 8 + 2 * hit] ?? 0,
    words[OUT_AT / 4 + 9 + 2 * hit] ?? 0,
  ]);
}

test("this Node runs the SIMD kernel", () => {
  expect(simd().name).toBe("simd");
});

test("both kernels give the codes and scales that are defined, for every width", () => {
  const random = seededRandom(21);
  for (const dimensions of WIDTHS) {
    const rows = sampleRows(random, dimensions);
    const { kernels, codesOf, scaleOf } = filled(rows, dimensions);
    for (const [row, values] of rows.entries()) {
      const most = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
      const expected = Math.fround(most / 63);
      const isVector = expected >= 2 ** -126 && expected < Infinity;
      for (const kernel of kernels) {
        expect(scaleOf(kernel, row)).toBe(isVector ? expected : Number.NaN);
        if (!isVector) continue;
        const codes = codesOf(kernel, row);
        expect(codes.every((code) => code >= 1 && code <= 127)).toBe(true);
        const errors = Array.from(
          codes,
          (code, column) => Math.abs((values[column] ?? 0) / expected - (code - 64)) - 0.5,
        );
        expect(Math.max(...errors)).toBeLessThan(1e-5);
      }
      const [first, second] = kernels.map((kernel) => codesOf(kernel, row));
      expect(first).toEqual(second);
    }
  }
});

/** The queries of the next test: random ones, one-hot ones, and the largest codes of both signs. */
function sampleQueries(random: Random, dimensions: number): Float32Array[] {
  return [
    randomUnit(random, dimensions),
    new Float32Array(dimensions).fill(1),
    new Float32Array(dimensions).fill(-1),
    Float32Array.from({ length: dimensions }, (_, column) => (column === dimensions - 1 ? -1 : 0)),
  ];
}

test("both kernels find the same rows with the same scores, bit for bit, and those that are defined", () => {
  const random = seededRandom(22);
  let found = 0;
  for (const dimensions of WIDTHS) {
    const rows = sampleRows(random, dimensions);
    const { kernels, layout, codesOf, scaleOf } = filled(rows, dimensions);
    const groups = Math.ceil(rows.length / 8);
    for (const values of sampleQueries(random, dimensions)) {
      const query = queryCodes(values);
      if (!query) throw new Error("a query without codes");
      const [either = simd()] = kernels;
      const reference = rows.map((_, row) => {
        const scale = scaleOf(either, row);
        const codes = codesOf(either, row);
        const dot = query.codes.reduce(
          (sum, code, column) => sum + code * ((codes[column] ?? 0) - 64),
          0,
        );
        const score = Math.fround(Math.fround(Math.fround(dot) * scale) * query.unit);
        return { row, score, most: Math.fround(score + Math.fround(SLACK * scale)) };
      });
      // Just reached by one of them.
      const reached = reference.at(-1)?.most ?? Number.NaN;
      for (const mask of [undefined, 0, 1, 0b1010_0101, 255]) {
        const wanted = Uint8Array.from({ length: groups }, (_, group) =>
          mask === 1 ? 1 << (group % 8) : group % 3 === 1 ? 0 : (mask ?? 255),
        );
        // At an odd place, as for a block that does not begin at a word of the mask.
        const maskAt = MASK_AT + 3;
        for (const threshold of [-Infinity, -0.5, 0, reached, 1, Infinity]) {
          const call: ScanCall = {
            query: QUERY_AT,
            unit: query.unit,
            bias: query.bias,
            slack: SLACK,
            threshold,
            codes: BLOCK_AT,
            stride: layout.stride,
            walk: layout.walk,
            scales: BLOCK_AT + layout.scales,
            groups,
            first: FIRST,
            mask: mask === undefined ? 0 : maskAt,
            out: OUT_AT,
          };
          const lists = kernels.map((kernel) => {
            writeQuery(kernel, query.codes, layout.stride);
            kernel.memory().bytes.set(wanted, maskAt);
            return scanned(kernel, call);
          });
          const expected = reference.flatMap(({ row, score, most }): [number, number][] => {
            const counts =
              mask === undefined || (((wanted[row >>> 3] ?? 0) >>> (row & 7)) & 1) === 1;
            return counts && most >= Math.fround(threshold) ? [[FIRST + row, bitsOf(score)]] : [];
          });
          expect(lists[0]).toEqual(expected);
          expect(lists[1]).toEqual(expected);
          found += expected.length;
        }
      }
    }
  }
  expect(found).toBeGreaterThan(50_000);
});

function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0;
}

test("a query of zeros, of denormal numbers, or with a number that is not finite has no codes", () => {
  for (const value of [0, DENORMAL, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(queryCodes(Float32Array.of(0, value))).toBeUndefined();
  }
  expect(queryCodes(Float32Array.of(0.5, -1))).toEqual({
    codes: Int8Array.of(64, -127),
    unit: Math.fround(1 / 127),
    bias: 64 * (64 - 127),
  });
});
