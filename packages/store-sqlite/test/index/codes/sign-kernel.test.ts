import { expect, test } from "vitest";

import { blockLayout, CodeArena } from "../../../src/index/codes/code-arena.js";
import { queryCodes, simdCodeKernel } from "../../../src/index/codes/code-kernel.js";
import type { CodeKernel, KernelMemory } from "../../../src/index/codes/code-kernel.js";
import { javascriptCodeKernel } from "../../../src/index/codes/javascript-code-kernel.js";
import { groupBytes, mixOf } from "../../../src/index/codes/sign-kernel.js";
import { seededRandom } from "../../support/random.js";
import type { Random } from "../../support/random.js";
import { randomUnit } from "../../support/vectors.js";

const QUERY_AT = 0;
const VALUES_AT = 4_096;
const FLIPS_AT = VALUES_AT + 16_384;
const CENTRE_AT = FLIPS_AT + 65_536;
const TABLE_AT = CENTRE_AT + 16_384;
const MASK_AT = TABLE_AT + 16_384;
const LIST_AT = MASK_AT + 4_096;
const OUT_AT = LIST_AT + 16_384;
const BLOCK_AT = OUT_AT + 32_768;
const GROUPS_AT = BLOCK_AT + 270_336;
const ROWS = 77;
const GROUPS = 3;
const WIDTHS = [64, 80, 96, 128, 256, 384, 768, 1_024, 3_072, 4_096];
const SIGN = 0x80_00_00_00;

function simd(): CodeKernel {
  const kernel = simdCodeKernel();
  if (!kernel) throw new Error("this Node has no relaxed SIMD");
  return kernel;
}

/** Both kernels with the same rows, some of them zero or tiny, and their signs. */
function signed(random: Random, stride: number) {
  const layout = blockLayout(stride);
  const { shrink } = mixOf(stride);
  const flips = Uint32Array.from({ length: 4 * stride }, () => (random.chance(0.5) ? SIGN : 0));
  const centre = randomUnit(random, stride).map((value) => value / 3);
  const rows = Array.from({ length: Math.min(ROWS, layout.rows) }, (_, row) => {
    if (row === 5) return new Float32Array(stride);
    if (row === 6) return new Float32Array(stride).fill(2 ** -140);
    if (row === 7) return new Float32Array(stride).fill(1 / Math.sqrt(stride));
    return randomUnit(random, stride);
  });
  const scales = BLOCK_AT + layout.scales;
  const block = { stride, walk: layout.walk, codes: BLOCK_AT, scales };
  const kernels = [simd(), javascriptCodeKernel()];
  for (const kernel of kernels) {
    expect(kernel.grow(GROUPS_AT + GROUPS * groupBytes(stride) + 65_536)).toBe(true);
    const { words, floats } = kernel.memory();
    words.set(flips, FLIPS_AT / 4);
    floats.set(centre, CENTRE_AT / 4);
    for (let group = 0; group < GROUPS; group += 1) {
      const traits = (GROUPS_AT + group * groupBytes(stride) + stride * 4) / 4;
      floats.fill(Number.NaN, traits, traits + 32);
    }
    for (const [row, values] of rows.entries()) {
      floats.set(values, VALUES_AT / 4);
      const codes = BLOCK_AT + (row % 8) * layout.walk + Math.floor(row / 8) * stride;
      kernel.quantise({ codes, scale: scales + row * 4, stride, values: VALUES_AT });
    }
    const rotation = { values: VALUES_AT, flips: FLIPS_AT, shrink, centre: CENTRE_AT };
    kernel.sign({ ...block, ...rotation, groups: GROUPS_AT, row: 0, rowEnd: rows.length });
  }
  return { kernels, rows, block, shrink };
}

function sizeOf(values: Float32Array): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, column) => sum + value * (b[column] ?? 0), 0);
}

function listed({ words }: KernelMemory, count: number): number[] {
  return [...words.subarray(LIST_AT / 4, LIST_AT / 4 + count)];
}

test("both kernels rotate alike, bit for bit, and keep lengths and angles", () => {
  const random = seededRandom(61);
  for (const stride of WIDTHS) {
    const { kernels, shrink } = signed(random, stride);
    const [one, other] = [randomUnit(random, stride), randomUnit(random, stride)];
    const [first, second] = kernels.map((kernel) =>
      [one, other].map((values) => {
        const { floats } = kernel.memory();
        floats.set(values, VALUES_AT / 4);
        kernel.rotate({ values: VALUES_AT, stride, flips: FLIPS_AT, shrink });
        return floats.slice(VALUES_AT / 4, VALUES_AT / 4 + stride);
      }),
    );
    expect(first).toEqual(second);
    const [a = one, b = other] = first ?? [];
    expect(sizeOf(a)).toBeCloseTo(1, 5);
    expect(dot(a, b)).toBeCloseTo(dot(one, other), 5);
    expect(dot(a, one)).toBeLessThan(0.6);
  }
});

test("both kernels keep the same signs and traits, none of a row that is no vector", () => {
  const random = seededRandom(62);
  for (const stride of WIDTHS) {
    const { kernels } = signed(random, stride);
    const [first, second] = kernels.map((kernel) =>
      kernel.memory().words.slice(GROUPS_AT / 4, (GROUPS_AT + GROUPS * groupBytes(stride)) / 4),
    );
    expect(first).toEqual(second);
    const traits = new Float32Array(first?.buffer ?? new ArrayBuffer(0)).subarray(stride);
    expect([traits[4], traits[5], traits[6]].map(Number.isNaN)).toEqual([false, true, true]);
  }
});

test("both kernels list the same rows by estimates and by bounds, and find the same among them", () => {
  const random = seededRandom(63);
  let [found, all, vectors] = [0, 0, 0];
  for (const stride of WIDTHS) {
    const { kernels, rows, block } = signed(random, stride);
    // Two are no vectors.
    vectors += rows.length - 2;
    const table = Uint8Array.from({ length: stride * 4 }, () =>
      random.below(stride > 2_048 ? 30 : 127),
    );
    const query = queryCodes(randomUnit(random, stride));
    if (!query) throw new Error("a query without codes");
    for (const mask of [undefined, 0b1010_0101, 0]) {
      const wanted = Uint8Array.from({ length: 12 }, (_, byte) => (byte < 4 ? 0 : (mask ?? 255)));
      for (const need of [-Infinity, -0.1, 0, 0.1, 0.5]) {
        const groups = { stride, first: GROUPS_AT, groups: GROUPS, out: LIST_AT, need };
        const maskAt = mask === undefined ? 0 : MASK_AT + 1;
        const [one, other] = kernels.map((kernel) => {
          const memory = kernel.memory();
          memory.bytes.set(wanted, MASK_AT + 1);
          memory.bytes.set(table, TABLE_AT);
          memory.signed.set(query.codes, QUERY_AT);
          const estimate = { table: TABLE_AT, unit: 0.002, bias: stride * 16 };
          const estimated = kernel.estimate({ ...groups, ...estimate, mask: maskAt });
          const byEstimate = listed(memory, estimated);
          const bound = { least: need - 0.2, reach: 1, spread: 20 / (stride - 1), extra: 0.01 };
          const count = kernel.near({ ...groups, ...bound, mask: maskAt });
          const byBound = listed(memory, count);
          const { unit, bias } = query;
          const call = {
            ...block,
            unit,
            bias,
            query: QUERY_AT,
            first: 1_000,
            slack: 0.8,
            out: OUT_AT,
          };
          const compared = kernel.compare({ ...call, list: LIST_AT, count, threshold: 0 });
          const hits = memory.words.slice(OUT_AT / 4 + 8, OUT_AT / 4 + 8 + 2 * compared);
          return { byEstimate, byBound, hits };
        });
        expect(one).toEqual(other);
        expect(one?.byBound.every((row) => row < rows.length && row !== 5 && row !== 6)).toBe(true);
        if (need === -Infinity && mask === undefined) all += one?.byBound.length ?? 0;
        found += one?.hits.length ?? 0;
      }
    }
  }
  expect(found).toBeGreaterThan(2_000);
  expect(all).toBe(vectors);
});

test("a list is compared as a scan compares all", () => {
  const random = seededRandom(64);
  for (const stride of WIDTHS) {
    const { kernels, rows, block } = signed(random, stride);
    const query = queryCodes(randomUnit(random, stride));
    if (!query) throw new Error("a query without codes");
    for (const kernel of kernels) {
      const memory = kernel.memory();
      memory.signed.set(query.codes, QUERY_AT);
      memory.words.set([...rows.keys()], LIST_AT / 4);
      const { unit, bias } = query;
      const limits = { slack: 0.8, threshold: 0, unit, bias };
      const call = { ...block, ...limits, query: QUERY_AT, first: 8, out: OUT_AT };
      const hits = (count: number): Uint32Array =>
        memory.words.slice(OUT_AT / 4 + 8, OUT_AT / 4 + 8 + 2 * count);
      const listedHits = hits(kernel.compare({ ...call, list: LIST_AT, count: rows.length }));
      const groups = Math.floor(rows.length / 8);
      const all = hits(kernel.scan({ ...call, groups, mask: 0 }));
      expect([...listedHits].slice(0, all.length)).toEqual([...all]);
      expect(all.length).toBeGreaterThan(0);
    }
  }
});

test("the flips of an arena are as often set as not", () => {
  const arena = new CodeArena(simd(), 2 ** 20);
  arena.allocate();
  const values = new Float32Array(256).fill(1 / 16);
  arena.rotate(values);
  expect(sizeOf(values)).toBeCloseTo(1, 5);
  expect(Math.max(...values.map(Math.abs))).toBeLessThan(0.4);
});
