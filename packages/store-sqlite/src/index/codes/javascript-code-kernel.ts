import { LEAST_NORMAL, viewsOf } from "./code-kernel.js";
import type {
  CodeKernel,
  CompareCall,
  KernelMemory,
  QuantiseCall,
  ScanCall,
} from "./code-kernel.js";
import { estimate, near, rotate, sign } from "./javascript-sign-kernel.js";

/** Adding and subtracting it rounds a double to an integer, half to even. */
const ROUNDING = 1.5 * 2 ** 52;

/** Creates a kernel for processes without relaxed SIMD: same bits, many times slower. */
export function javascriptCodeKernel(): CodeKernel {
  let buffer = new ArrayBuffer(0);
  let views = viewsOf(buffer);
  return {
    name: "javascript",
    memory: () => views,
    grow: (size) => {
      if (size <= buffer.byteLength) return true;
      const larger = enlarged(buffer, size);
      if (larger === undefined) return false;
      buffer = larger;
      views = viewsOf(buffer);
      return true;
    },
    quantise: (call) => quantise(views, call),
    scan: (call) => scan(views, call),
    compare: (call) => compare(views, call),
    rotate: (call) => rotate(views, call),
    sign: (call) => sign(views, call),
    estimate: (call) => estimate(views, call),
    near: (call) => near(views, call),
  };
}

/** Copies a buffer to one at least half larger; `undefined` if there is no memory. */
function enlarged(buffer: ArrayBuffer, size: number): ArrayBuffer | undefined {
  const generous = Math.ceil((buffer.byteLength * 1.5) / 4) * 4;
  for (const length of [Math.max(size, generous), size]) {
    try {
      return buffer.transfer(length);
    } catch {
      // Not enough memory for this length.
    }
  }
  return undefined;
}

function quantise({ bytes, floats }: KernelMemory, call: QuantiseCall): void {
  const start = call.values / 4;
  let most = 0;
  for (let column = 0; column < call.stride; column += 1) {
    most = Math.max(most, Math.abs(floats[start + column] ?? 0));
  }
  const scale = Math.fround(most / 63);
  const isVector = scale >= LEAST_NORMAL && scale < Number.POSITIVE_INFINITY;
  floats[call.scale / 4] = isVector ? scale : Number.NaN;
  if (!isVector) return;
  for (let column = 0; column < call.stride; column += 1) {
    const steps = Math.fround((floats[start + column] ?? 0) / scale);
    bytes[call.codes + column] = steps + ROUNDING - ROUNDING + 64;
  }
}

function scan(memory: KernelMemory, call: ScanCall): number {
  let hits = 0;
  for (let index = 0; index < call.groups * 8; index += 1) {
    const wanted = call.mask === 0 ? 255 : (memory.bytes[call.mask + (index >>> 3)] ?? 0);
    if (((wanted >>> (index & 7)) & 1) === 1) hits += score(memory, call, { index, hits });
  }
  return hits;
}

function compare(memory: KernelMemory, call: CompareCall): number {
  let hits = 0;
  for (let place = 0; place < call.count; place += 1) {
    hits += score(memory, call, { index: memory.words[call.list / 4 + place] ?? 0, hits });
  }
  return hits;
}

/** Writes a row and its score behind `hits` others if it is found. Returns how many it wrote. */
function score(
  memory: KernelMemory,
  call: Omit<ScanCall, "groups" | "mask">,
  { index, hits }: { readonly index: number; readonly hits: number },
): 0 | 1 {
  const { words, floats } = memory;
  const row = call.codes + (index & 7) * call.walk + (index >>> 3) * call.stride;
  const scale = floats[call.scales / 4 + index] ?? 0;
  const dot = Math.fround(dotProduct(memory, row, call) - call.bias);
  const found = Math.fround(Math.fround(dot * scale) * Math.fround(call.unit));
  const most = Math.fround(found + Math.fround(Math.fround(call.slack) * scale));
  if (!(most >= Math.fround(call.threshold))) return 0;
  const next = call.out / 4 + 8 + 2 * hits;
  words[next] = call.first + index;
  floats[next + 1] = found;
  return 1;
}

/** Computes four sums, so that no addition waits for the one before it. */
function dotProduct(
  { bytes, signed }: KernelMemory,
  row: number,
  { query, stride }: Pick<ScanCall, "query" | "stride">,
): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let column = 0; column < stride; column += 4) {
    const at = query + column;
    const code = row + column;
    a += (signed[at] ?? 0) * (bytes[code] ?? 0);
    b += (signed[at + 1] ?? 0) * (bytes[code + 1] ?? 0);
    c += (signed[at + 2] ?? 0) * (bytes[code + 2] ?? 0);
    d += (signed[at + 3] ?? 0) * (bytes[code + 3] ?? 0);
  }
  return a + b + c + d;
}
