import type { KernelMemory } from "./code-kernel.js";
import { GROUP_ROWS, groupBytes, mixOf } from "./sign-kernel.js";
import type { EstimateCall, NearCall, RotateCall, SignCall } from "./sign-kernel.js";

/** Rotates numbers as the SIMD kernel does, bit for bit. */
export function rotate({ words, floats }: KernelMemory, call: RotateCall): void {
  const { stride } = call;
  const { mixed, rounds } = mixOf(stride);
  const values = call.values / 4;
  for (let round = 0; round < rounds; round += 1) {
    const flips = call.flips / 4 + round * stride;
    for (let column = 0; column < stride; column += 1) {
      words[values + column] = (words[values + column] ?? 0) ^ (words[flips + column] ?? 0);
    }
    const from = round % 2 === 0 ? values : values + stride - mixed;
    mix(floats.subarray(from, from + mixed), call.shrink);
  }
}

/** The Walsh-Hadamard transform. */
function mix(values: Float32Array, shrink: number): void {
  for (let index = 0; index < values.length; index += 1) {
    values[index] = (values[index] ?? 0) * shrink;
  }
  for (let apart = 1; apart < values.length; apart *= 2) {
    for (let run = 0; run < values.length; run += 2 * apart) {
      for (let index = run; index < run + apart; index += 1) {
        const one = values[index] ?? 0;
        const other = values[index + apart] ?? 0;
        values[index] = one + other;
        values[index + apart] = one - other;
      }
    }
  }
}

/** Writes the signs of rows as the SIMD kernel does, bit for bit. */
export function sign(memory: KernelMemory, call: SignCall): void {
  for (let row = call.row; row < call.rowEnd; row += 1) signRow(memory, call, row);
}

function signRow(memory: KernelMemory, call: SignCall, number: number): void {
  const { bytes, floats } = memory;
  const { stride } = call;
  const row = number % GROUP_ROWS;
  const group = call.groups + Math.floor(number / GROUP_ROWS) * groupBytes(stride);
  const codes = call.codes + (number & 7) * call.walk + (number >>> 3) * stride;
  const traits = (group + stride * 4) / 4 + row;
  const scale = floats[call.scales / 4 + number] ?? 0;
  floats[traits] = Number.NaN;
  if (Number.isNaN(scale)) return;
  const values = call.values / 4;
  for (let column = 0; column < stride; column += 1) {
    floats[values + column] = ((bytes[codes + column] ?? 0) - 64) * scale;
  }
  rotate(memory, call);
  const sizes = new Float32Array(4);
  const squares = new Float32Array(4);
  const products = new Float32Array(4);
  const shift = row < 16 ? 0 : 4;
  const place = group + (row & 7) * 2 + ((row >>> 3) & 1);
  for (let column = 0; column < stride; column += 4) {
    const at = place + column * 4;
    let signs = 0;
    for (let lane = 0; lane < 4; lane += 1) {
      const middle = floats[call.centre / 4 + column + lane] ?? 0;
      const value = Math.fround((floats[values + column + lane] ?? 0) - middle);
      sizes[lane] = (sizes[lane] ?? 0) + Math.abs(value);
      squares[lane] = (squares[lane] ?? 0) + Math.fround(value * value);
      products[lane] = (products[lane] ?? 0) + Math.fround(value * middle);
      if (value >= 0) signs |= 1 << lane;
    }
    bytes[at] = ((bytes[at] ?? 0) & (15 << (4 - shift))) | (signs << shift);
  }
  const size = sumOf(sizes);
  const square = sumOf(squares);
  floats[traits] = size > 0 ? square / size : 0;
  floats[traits + GROUP_ROWS] = sumOf(products);
  floats[traits + GROUP_ROWS * 2] = Math.max(square, 2 ** -100);
  floats[traits + GROUP_ROWS * 3] = Number.POSITIVE_INFINITY;
}

function sumOf([a = 0, b = 0, c = 0, d = 0]: Float32Array): number {
  return Math.fround(Math.fround(a + b) + Math.fround(c + d));
}

/** Estimates products and lists rows as the SIMD kernel does, bit for bit. */
export function estimate(memory: KernelMemory, call: EstimateCall): number {
  const { fround } = Math;
  const { bytes, words, floats } = memory;
  const unit = fround(call.unit);
  const bias = fround(fround(call.bias) * unit);
  let count = 0;
  for (const { row, group, traits, isWanted } of rowsOf(memory, call)) {
    const place = group + (row & 7) * 2 + ((row >>> 3) & 1);
    const shift = (row & 16) >>> 2;
    let sum = 0;
    for (let column = 0; column < call.stride * 4; column += 16) {
      sum += bytes[call.table + column + (((bytes[place + column] ?? 0) >>> shift) & 15)] ?? 0;
    }
    const product = fround((floats[traits] ?? 0) * fround(fround(sum * unit) - bias));
    const estimated = fround((floats[traits + GROUP_ROWS] ?? 0) + product);
    floats[traits + GROUP_ROWS * 3] = estimated;
    if (!isWanted || !(estimated >= fround(call.need))) continue;
    words[call.out / 4 + count] = row;
    count += 1;
  }
  return count;
}

/** Lists rows that can be near, the same as the SIMD kernel. */
export function near(memory: KernelMemory, call: NearCall): number {
  const { words, floats } = memory;
  let [count, best] = [0, Number.NEGATIVE_INFINITY];
  for (const { row, traits, isWanted } of rowsOf(memory, call)) {
    if (row % GROUP_ROWS === 0) best = bestOf(floats, traits + GROUP_ROWS * 3);
    if (!isWanted || !(best >= Math.fround(call.least))) continue;
    if (!suffices(floats, traits, call)) continue;
    words[call.out / 4 + count] = row;
    count += 1;
  }
  return count;
}

interface GroupRow {
  readonly row: number;
  /** Offset of its group, and position of its first trait. */
  readonly group: number;
  readonly traits: number;
  readonly isWanted: boolean;
}

/** Yields the rows of groups that a mask does not leave out. */
function* rowsOf(
  { bytes }: KernelMemory,
  { stride, first, groups, mask }: EstimateCall | NearCall,
): Iterable<GroupRow> {
  for (let number = 0; number < groups; number += 1) {
    const group = first + number * groupBytes(stride);
    const masks = bytes.subarray(mask + number * 4, mask + number * 4 + 4);
    if (mask !== 0 && masks.every((byte) => byte === 0)) continue;
    for (let row = 0; row < GROUP_ROWS; row += 1) {
      const isWanted = mask === 0 || (((masks[row >>> 3] ?? 0) >>> (row & 7)) & 1) === 1;
      const traits = (group + stride * 4) / 4 + row;
      yield { row: number * GROUP_ROWS + row, group, traits, isWanted };
    }
  }
}

function bestOf(floats: Float32Array, from: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let at = from; at < from + GROUP_ROWS; at += 1) {
    const estimated = floats[at] ?? 0;
    if (estimated > best) best = estimated;
  }
  return best;
}

/** Repeats each operation of float32. */
function suffices(floats: Float32Array, traits: number, call: NearCall): boolean {
  const { fround } = Math;
  const factor = floats[traits] ?? 0;
  const squares = floats[traits + GROUP_ROWS * 2] ?? 0;
  const need = fround(call.need);
  const positive = Math.max(fround(need - (floats[traits + GROUP_ROWS] ?? 0)), 0);
  const across = fround(fround(call.reach) - fround(fround(positive * positive) / squares));
  const lost = fround(fround(fround(factor * factor) * call.stride) - squares);
  const spread = fround(Math.max(0, across) * fround(call.spread));
  const error = fround(Math.sqrt(fround(spread * Math.max(0, lost))));
  const margin = fround(fround(factor * fround(call.extra)) + error);
  return fround((floats[traits + GROUP_ROWS * 3] ?? 0) + margin) >= need;
}
