import Driver from "better-sqlite3";
import { expect, test } from "vitest";

import {
  packVector,
  packedWidthSql,
  unpackVector,
  unpackVectors,
} from "../../src/schema/packed-vector.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";

const random = seededRandom(testSeed());
const WIDTHS = [...Array.from({ length: 41 }, (_, n) => n + 1), 255, 256, 384, 1_023, 16_384];

/** Makes a number of each kind from 32 random bits. */
const KINDS: Readonly<Record<string, (bits: number, from: Random) => number>> = {
  "any bits, infinities and NaN among them": (bits) => bits,
  "exponents near each other": (bits) => (bits & 0x80_7f_ff_ff) | ((110 + (bits % 14)) << 23),
  "some much smaller than others": (bits, from) =>
    (bits & 0x80_7f_ff_ff) | ((from.below(20) === 0 ? from.below(110) : 120) << 23),
  "zeros of both signs": (bits) => bits & 0x80_00_00_00,
  "zeros, and now and then a number": (bits, from) =>
    from.below(9) === 0 ? (bits & 0x80_7f_ff_ff) | (120 << 23) : bits & 0x80_00_00_00,
  "numbers too small for an exponent": (bits) => bits & 0x80_7f_ff_ff,
  "the least exponents": (bits) => (bits & 0x80_7f_ff_ff) | ((Math.abs(bits) % 18) << 23),
};

function vectorOf(width: number, kind: string): Float32Array {
  const make = KINDS[kind] ?? ((bits: number): number => bits);
  const bits = Int32Array.from({ length: width }, () => make(random.below(2 ** 32) | 0, random));
  return new Float32Array(bits.buffer);
}

function bitsOf(vector: Float32Array): Int32Array {
  return new Int32Array(vector.buffer, vector.byteOffset, vector.length);
}

test.each(Object.keys(KINDS))("all bits of a vector come back: %s", (kind) => {
  for (const width of WIDTHS) {
    const vector = vectorOf(width, kind);
    const unpacked = unpackVector(packVector(vector));
    expect(bitsOf(unpacked)).toEqual(bitsOf(vector));
    const inside = new Float32Array(width + 3);
    bitsOf(inside).set(bitsOf(vector), 2);
    expect(packVector(inside.subarray(2, width + 2))).toEqual(packVector(vector));
  }
});

test("vectors that follow each other are read as one", () => {
  const vectors = Object.keys(KINDS).flatMap((kind) => [vectorOf(37, kind), vectorOf(37, kind)]);
  const packed = Buffer.concat([Buffer.from([7]), ...vectors.map(packVector)]).subarray(1);
  const found = bitsOf(unpackVectors(packed, 37));
  expect(found).toHaveLength(37 * vectors.length);
  for (const [index, vector] of vectors.entries()) {
    expect(found.subarray(37 * index, 37 * (index + 1))).toEqual(bitsOf(vector));
  }
});

test("the usual vector takes 28 bits a number, and none takes a byte more than its numbers", () => {
  const usual = Float32Array.from({ length: 256 }, (_, n) => Math.sin(n + 0.5) / 12);
  expect(packVector(usual).length).toBeLessThan(905);
  for (const width of WIDTHS) {
    for (const kind of Object.keys(KINDS)) {
      expect(packVector(vectorOf(width, kind)).length).toBeLessThanOrEqual(4 * width + 1);
    }
  }
});

test("SQL reads the width of every vector, and sees that a damaged one has none", () => {
  const database = new Driver(":memory:");
  const statement = database.prepare(`select ${packedWidthSql("v")} from (select ? as v)`).pluck();
  for (const width of WIDTHS) {
    for (const kind of Object.keys(KINDS)) {
      const packed = packVector(vectorOf(width, kind));
      expect(statement.get(packed)).toBe(width);
      expect(statement.get(packed.subarray(1))).not.toBe(width);
      expect(statement.get(Buffer.concat([packed, Buffer.from([1])]))).not.toBe(width);
    }
  }
  database.close();
});
