const LARGEST = 127;

/** Packs vectors of length 1 into text, a byte for each value. Cosines move by less than 0.005. */
export function packVectors(vectors: readonly Float32Array[]): string {
  const width = vectors[0]?.length ?? 0;
  const bytes = new Int8Array(vectors.length * width);
  for (const [row, vector] of vectors.entries()) {
    let largest = 0;
    for (const value of vector) largest = Math.max(largest, Math.abs(value));
    const scale = largest === 0 ? 0 : LARGEST / largest;
    for (let index = 0; index < width; index += 1) {
      bytes[row * width + index] = Math.round((vector[index] ?? 0) * scale);
    }
  }
  return Buffer.from(bytes.buffer).toString("base64");
}

/** Unpacks vectors of length 1; `undefined` if the text does not hold so many, or one is zero. */
export function unpackVectors(text: string, count: number): readonly Float32Array[] | undefined {
  const packed = Buffer.from(text, "base64");
  const bytes = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  const width = bytes.length / count;
  if (count === 0 || width === 0 || !Number.isInteger(width)) return undefined;
  const vectors: Float32Array[] = [];
  for (let start = 0; start < bytes.length; start += width) {
    const vector = toUnitVector(bytes.subarray(start, start + width));
    if (!vector) return undefined;
    vectors.push(vector);
  }
  return vectors;
}

function toUnitVector(bytes: Int8Array): Float32Array | undefined {
  let squares = 0;
  for (let index = 0; index < bytes.length; index += 1) squares += (bytes[index] ?? 0) ** 2;
  if (squares === 0) return undefined;
  const scale = 1 / Math.sqrt(squares);
  const vector = new Float32Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) vector[index] = (bytes[index] ?? 0) * scale;
  return vector;
}

/** Packs numbers into text, four bytes each. */
export function packNumbers(numbers: Float32Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString("base64");
}

/** Unpacks numbers; `undefined` for anything else. */
export function unpackNumbers(text: unknown): Float32Array | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  if (bytes.byteLength % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  const numbers = new Float32Array(bytes.buffer);
  return numbers.every((number) => Number.isFinite(number)) ? numbers : undefined;
}
