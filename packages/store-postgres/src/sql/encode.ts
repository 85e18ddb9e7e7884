const UNSAFE = /["\\,{}\s]/u;
const TO_ESCAPE = /["\\]/u;
const ALL_TO_ESCAPE = /["\\]/gu;
const NULL_LENGTH = 4;

/** Encodes a `text[]`, or an array of any type whose text has no comma. Cast it: `$1::text[]`. */
export function textArray(values: readonly (string | null)[]): string {
  // One check of all is several times quicker than one of each.
  const whole = values.join("");
  if (!UNSAFE.test(whole) && values.every(isWord)) return `{${values.join(",")}}`;
  if (values.length > 0 && !TO_ESCAPE.test(whole) && !values.includes(null)) {
    return `{"${values.join('","')}"}`;
  }
  return `{${values.map(quoted).join(",")}}`;
}

/** Encodes an array of numbers, such as `$1::bigint[]`. */
export function numberArray(values: readonly (number | null)[]): string {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}

/** Encodes a `boolean[]`. */
export function booleanArray(values: readonly boolean[]): string {
  return `{${values.join(",")}}`;
}

/** Returns true for text that needs no quotes for being empty or looking like null. */
function isWord(value: string | null): boolean {
  if (value === null || value === "") return false;
  return value.length !== NULL_LENGTH || value.toLowerCase() !== "null";
}

function quoted(value: string | null): string {
  if (value === null) return "NULL";
  return TO_ESCAPE.test(value)
    ? `"${value.replaceAll(ALL_TO_ESCAPE, String.raw`\$&`)}"`
    : `"${value}"`;
}

/** Object id of the type `bytea`, the same in every PostgreSQL. */
const BYTEA = 17;
const ARRAY_HEADER = 20;
const LENGTH = 4;

/** Encodes byte strings in binary. Cast it: `$1::bytea[]`. */
export function encodeBytes(values: readonly Uint8Array[]): Uint8Array {
  const size = values.reduce((sum, { length }) => sum + LENGTH + length, 0);
  const bytes = allocateArray(BYTEA, values.length, size);
  let offset = ARRAY_HEADER;
  for (const value of values) {
    offset = bytes.writeInt32BE(value.length, offset);
    bytes.set(value, offset);
    offset += value.length;
  }
  return bytes;
}

function allocateArray(elementType: number, count: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(ARRAY_HEADER + size);
  // One dimension, no nulls, first index 1.
  for (const [index, word] of [1, 0, elementType, count, 1].entries()) {
    bytes.writeInt32BE(word, index * LENGTH);
  }
  return bytes;
}

const VECTOR_HEADER = 4;
const FLOAT = 4;

/** Encodes a vector in pgvector's binary format, big-endian. Cast it: `$1::vector`. */
export function encodeVector(values: Float32Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(VECTOR_HEADER + values.length * FLOAT);
  writeVector(bytes, 0, values);
  return bytes;
}

/**
 * Encodes vectors in binary, several times quicker to parse than text. Cast it: `$1::vector[]`.
 * @param elementType - Object id of the type `vector` in this database.
 */
export function encodeVectors(vectors: readonly Float32Array[], elementType: number): Uint8Array {
  const size = vectors.reduce(
    (sum, { length }) => sum + LENGTH + VECTOR_HEADER + length * FLOAT,
    0,
  );
  const bytes = allocateArray(elementType, vectors.length, size);
  let offset = ARRAY_HEADER;
  for (const vector of vectors) {
    offset = bytes.writeInt32BE(VECTOR_HEADER + vector.length * FLOAT, offset);
    offset = writeVector(bytes, offset, vector);
  }
  return bytes;
}

/** Decodes the result of `vector_send`. */
export function decodeVector(bytes: Uint8Array): Float32Array {
  const { buffer } = new Uint8Array(bytes.subarray(VECTOR_HEADER));
  if (IS_LITTLE_ENDIAN) Buffer.from(buffer).swap32();
  return new Float32Array(buffer);
}

function writeVector(bytes: Buffer, start: number, values: Float32Array): number {
  bytes.writeInt16BE(values.length, start);
  bytes.writeInt16BE(0, start + 2);
  const numbers = start + VECTOR_HEADER;
  const own = bytes.subarray(numbers, numbers + values.length * FLOAT);
  // Many times quicker than number by number.
  own.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  if (IS_LITTLE_ENDIAN) own.swap32();
  return numbers + own.length;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
