import { instantiate } from "./codes/code-kernel.js";
import { KERNEL_BASE64 } from "./cosines-base64.js";

/** Returns the cosines of a vector of length 1 with others, in order; NaN for none. */
export type Cosines = (
  query: Float32Array,
  vectors: readonly (Float32Array | undefined)[],
) => ArrayLike<number>;

/** Offsets of the kernel's memory, in bytes: the vectors, and their products. */
const VECTORS_AT = 131_072;
const PRODUCTS_AT = 262_144;
const MAX_PRODUCTS = 8_192;
/** Vectors below which a call costs more than it saves. */
const FEW = 4;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  products(this: void, width: number, count: number): void;
}

/** Returns `cosine` of many by the kernel of `kernel/cosines.wat`, where the process can run it. */
export function createCosines(): Cosines {
  const exports = instantiate(KERNEL_BASE64) as KernelExports | undefined;
  if (!exports) return (query, vectors) => vectors.map((vector) => cosineOf(query, vector));
  const { memory, products } = exports;
  const widened = new Float64Array(memory.buffer, 0, VECTORS_AT / 8);
  const staged = new Float32Array(memory.buffer, VECTORS_AT, (PRODUCTS_AT - VECTORS_AT) / 4);
  const found = new Float64Array(memory.buffer, PRODUCTS_AT, MAX_PRODUCTS);
  return (query, vectors) => {
    const { length: width } = query;
    const room = Math.min(Math.floor(staged.length / width), MAX_PRODUCTS);
    if (vectors.length < FEW || !(room > 0 && width <= widened.length))
      return vectors.map((vector) => cosineOf(query, vector));
    widened.set(query);
    const cosines = new Float64Array(vectors.length);
    for (let start = 0; start < vectors.length; start += room) {
      const count = Math.min(room, vectors.length - start);
      for (let index = 0; index < count; index += 1) {
        const vector = vectors[start + index];
        if (vector) staged.set(vector, index * width);
      }
      products(width, count);
      for (let index = 0; index < count; index += 1) {
        const isHere = vectors[start + index] !== undefined;
        cosines[start + index] = isHere ? clamped(found[index] ?? 0) : Number.NaN;
      }
    }
    return cosines;
  };
}

/**
 * Returns the cosine of two vectors of length 1, clamped to [-1, 1]. Uses four double-precision
 * sums, so that no addition waits for the one before it.
 */
export function cosine(a: Float32Array, b: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = a.length - (a.length % 4);
  for (let index = 0; index < whole; index += 4) {
    first += (a[index] ?? 0) * (b[index] ?? 0);
    second += (a[index + 1] ?? 0) * (b[index + 1] ?? 0);
    third += (a[index + 2] ?? 0) * (b[index + 2] ?? 0);
    fourth += (a[index + 3] ?? 0) * (b[index + 3] ?? 0);
  }
  for (let index = whole; index < a.length; index += 1) first += (a[index] ?? 0) * (b[index] ?? 0);
  return clamped(first + second + (third + fourth));
}

function cosineOf(query: Float32Array, vector: Float32Array | undefined): number {
  return vector ? cosine(query, vector) : Number.NaN;
}

function clamped(product: number): number {
  return Math.min(Math.max(product, -1), 1);
}
