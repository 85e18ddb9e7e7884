import { KERNEL_BASE64 } from "./kernel-base64.js";
import type { SignKernel } from "./sign-kernel.js";

/** Arguments of `quantise`. Offsets are bytes in the kernel's memory, multiples of 16. */
export interface QuantiseCall {
  /** Offset of the float32 numbers, zero-padded to `stride` numbers. */
  readonly values: number;
  /** Codes per row, a multiple of 16. */
  readonly stride: number;
  readonly codes: number;
  /** Offset of the scale, a float32; a multiple of 4. */
  readonly scale: number;
}

/** Arguments of `scan`. Offsets are bytes in the kernel's memory, multiples of 16. */
export interface ScanCall {
  /** Offset of the query's codes, signed bytes. */
  readonly query: number;
  /** Bytes of the query and of each row, a multiple of 16. */
  readonly stride: number;
  /** 64 times the sum of the query's codes: corrects for the offset of the rows' codes. */
  readonly bias: number;
  /** Value of one step of the query's codes. */
  readonly unit: number;
  /** Offset of the rows; rows of a group are `walk` bytes apart, groups `stride` bytes. */
  readonly codes: number;
  readonly walk: number;
  /** Offset of the rows' scales, in row order. */
  readonly scales: number;
  readonly groups: number;
  /** Offset of the mask, a bit per row; 0 for all rows. */
  readonly mask: number;
  readonly first: number;
  /** Number of scales that a score may fall short of the threshold. */
  readonly slack: number;
  readonly threshold: number;
  /** Offset of the results: 32 unused bytes, then pairs of a row number and its float32 score. */
  readonly out: number;
}

/** Arguments of `compare`: those of `scan`, with a list of rows instead of groups and a mask. */
export interface CompareCall extends Omit<ScanCall, "groups" | "mask"> {
  /** Offset of the numbers of rows in the block, uint32. */
  readonly list: number;
  readonly count: number;
}

/** Views of a kernel's memory. */
export interface KernelMemory {
  readonly bytes: Uint8Array;
  readonly signed: Int8Array;
  readonly words: Uint32Array;
  readonly floats: Float32Array;
}

/** Quantises vectors and multiplies one with many. Every kernel returns the same bits. */
export interface CodeKernel extends SignKernel {
  readonly name: "simd" | "javascript";
  /** Returns its memory, zeroed at first. Views change with each `grow`. */
  memory(): KernelMemory;
  /** Grows the memory to at least this size. Returns false if the process has no more. */
  grow(bytes: number): boolean;
  /**
   * Writes the codes of a row, `round(value / scale) + 64`, and its scale, 1/63 of the largest
   * value. The scale is NaN if the row is zero or not finite.
   */
  quantise(call: QuantiseCall): void;
  /** Finds rows with `score + slack * scale >= threshold` and returns their number. */
  scan(call: ScanCall): number;
  /** Finds rows of a list as `scan` does. */
  compare(call: CompareCall): number;
}

/** Creates all views of a buffer. */
export function viewsOf(buffer: ArrayBuffer): KernelMemory {
  return {
    bytes: new Uint8Array(buffer),
    signed: new Int8Array(buffer),
    words: new Uint32Array(buffer),
    floats: new Float32Array(buffer),
  };
}

/** The part of WebAssembly in use; neither TypeScript's nor Node's types declare it. */
interface WebAssemblyApi {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
}

/** Returns the exports of a module in base64; `undefined` in a process that cannot run it. */
export function instantiate(base64: string): unknown {
  const { WebAssembly: api } = globalThis as { readonly WebAssembly?: WebAssemblyApi };
  const bytes = Buffer.from(base64, "base64");
  if (api?.validate(bytes) !== true) return undefined;
  return new api.Instance(new api.Module(bytes)).exports;
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  quantise(this: void, values: number, stride: number, codes: number, scale: number): void;
  scan(this: void, ...operands: readonly number[]): number;
  compare(this: void, ...operands: readonly number[]): number;
  rotate(this: void, ...operands: readonly number[]): void;
  sign(this: void, ...operands: readonly number[]): void;
  estimate(this: void, ...operands: readonly number[]): number;
  near(this: void, ...operands: readonly number[]): number;
}

const PAGE_BYTES = 65_536;

/** Creates the kernel of `kernel/codes.wat`; `undefined` in a process without relaxed SIMD. */
export function simdCodeKernel(): CodeKernel | undefined {
  const exports = instantiate(KERNEL_BASE64) as KernelExports | undefined;
  if (!exports) return undefined;
  const { memory, quantise, scan, ...others } = exports;
  let views = viewsOf(memory.buffer);
  return {
    name: "simd",
    memory: () => views,
    grow: (size) => {
      const missing = Math.ceil((size - memory.buffer.byteLength) / PAGE_BYTES);
      if (missing <= 0) return true;
      if (!grown(memory, missing)) return false;
      views = viewsOf(memory.buffer);
      return true;
    },
    quantise: (call) => quantise(call.values, call.stride, call.codes, call.scale),
    scan: (call) =>
      scan(
        call.query,
        call.stride,
        call.bias,
        call.unit,
        call.codes,
        call.walk,
        call.scales,
        call.groups,
        call.mask,
        call.first,
        call.slack,
        call.threshold,
        call.out,
      ),
    compare: (call) =>
      others.compare(
        call.query,
        call.stride,
        call.bias,
        call.unit,
        call.codes,
        call.walk,
        call.scales,
        call.list,
        call.count,
        call.first,
        call.slack,
        call.threshold,
        call.out,
      ),
    rotate: (call) => others.rotate(call.values, call.stride, call.flips, call.shrink),
    sign: (call) =>
      others.sign(
        call.codes,
        call.walk,
        call.scales,
        call.stride,
        call.values,
        call.flips,
        call.shrink,
        call.centre,
        call.groups,
        call.row,
        call.rowEnd,
      ),
    estimate: (call) =>
      others.estimate(
        call.table,
        call.stride,
        call.unit,
        call.bias,
        call.first,
        call.groups,
        call.mask,
        call.need,
        call.out,
      ),
    near: (call) =>
      others.near(
        call.stride,
        call.first,
        call.groups,
        call.mask,
        call.least,
        call.need,
        call.reach,
        call.spread,
        call.extra,
        call.out,
      ),
  };
}

function grown(memory: KernelExports["memory"], pages: number): boolean {
  try {
    memory.grow(pages);
    return true;
  } catch {
    return false;
  }
}

/** A query as signed 8-bit codes. */
export interface QueryCodes {
  /** Integers from -127 to 127. */
  readonly codes: Int8Array;
  readonly unit: number;
  /** 64 times the sum of the codes: corrects for the offset of the rows' codes. */
  readonly bias: number;
}

/** The least normal number of float32. */
export const LEAST_NORMAL: number = 2 ** -126;

/** Quantises a vector; `undefined` if it is zero or not finite, so nothing is near it. */
export function queryCodes(values: Float32Array): QueryCodes | undefined {
  let most = 0;
  for (let column = 0; column < values.length; column += 1) {
    most = Math.max(most, Math.abs(values[column] ?? 0));
  }
  const unit = Math.fround(most / 127);
  if (!(unit >= LEAST_NORMAL && unit < Number.POSITIVE_INFINITY)) return undefined;
  const codes = new Int8Array(values.length);
  let sum = 0;
  for (let column = 0; column < values.length; column += 1) {
    const code = Math.round((values[column] ?? 0) / unit);
    codes[column] = code;
    sum += code;
  }
  return { codes, unit, bias: 64 * sum };
}
