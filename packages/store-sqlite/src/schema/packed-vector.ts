/** Values of a group: seven words of 32 bits. */
const GROUP = 8;
const WORDS = 7;
const WORD_BYTES = 4;
const GROUP_BYTES: number = WORDS * WORD_BYTES;

/** Bytes before the groups: number of values in the last group, greatest exponent, exceptions. */
const HEADER_BYTES = 3;
const RAW_HEADER_BYTES = 1;
/** In place of the number of values: not packed. */
const RAW = 0;

/** Difference of an exponent that is an exception; each has a byte of its own at the end. */
const EXCEPTION = 14;
/** Difference of zeros and of numbers too small to have an exponent. */
const NO_EXPONENT = 15;
/** Maximum number that SQL can read of a byte, see `packedWidthSql`. */
const MAX_EXCEPTIONS = 127;

const EXPONENT_SHIFT = 23;
const EXPONENT_MASK = 255;
/** Bits of a mantissa above the sign, which comes last. */
const SIGNED_MANTISSA = 0xff_ff_ff;

/**
 * Returns the stored form of a vector, from which `unpackVector` returns the same bits. Most
 * exponents of a vector are close to its greatest, so 4 bits hold the difference, and a number
 * takes 28 bits instead of 32: four vectors of 256 numbers fit a page where three did.
 */
export function packVector(values: Float32Array): Uint8Array {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  const { greatest, least } = exponentsOf(bits);
  const exceptions = greatest - least < EXCEPTION ? [] : exceptionsOf(bits, greatest);
  const groups = Math.ceil(bits.length / GROUP);
  const length = HEADER_BYTES + groups * GROUP_BYTES + exceptions.length;
  if (exceptions.length > MAX_EXCEPTIONS || length > RAW_HEADER_BYTES + values.byteLength) {
    return rawVector(values);
  }
  const bytes = Buffer.allocUnsafe(length);
  bytes[0] = bits.length - (groups - 1) * GROUP;
  bytes[1] = greatest;
  bytes[2] = exceptions.length;
  packGroups(bits, bytes, greatest);
  if (exceptions.length > 0) bytes.set(exceptions, length - exceptions.length);
  return bytes;
}

function rawVector(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(RAW_HEADER_BYTES + values.byteLength);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), RAW_HEADER_BYTES);
  return bytes;
}

function exponentOf(bits: number): number {
  return (bits >>> EXPONENT_SHIFT) & EXPONENT_MASK;
}

/** Returns the greatest exponent and the least; zeros have none. */
function exponentsOf(bits: Int32Array): { readonly greatest: number; readonly least: number } {
  let greatest = 0;
  let least = EXPONENT_MASK;
  // Indexes, because iterating would take longer than all the rest.
  for (let place = 0; place < bits.length; place += 1) {
    const exponent = exponentOf(bits[place] ?? 0);
    if (exponent > greatest) greatest = exponent;
    if (exponent < least && exponent > 0) least = exponent;
  }
  return { greatest, least };
}

function exceptionsOf(bits: Int32Array, greatest: number): number[] {
  const exceptions: number[] = [];
  for (let place = 0; place < bits.length; place += 1) {
    const exponent = exponentOf(bits[place] ?? 0);
    if (exponent !== 0 && greatest - exponent >= EXCEPTION) exceptions.push(exponent);
  }
  return exceptions;
}

/** Writes for each group six words of mantissas and signs, and one of exponents. */
function packGroups(bits: Int32Array, bytes: Uint8Array, greatest: number): void {
  const { length } = bits;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let first = 0, at = HEADER_BYTES; first < length; first += GROUP, at += GROUP_BYTES) {
    let differences = 0;
    for (let half = 0; half < 2; half += 1) {
      const from = first + 4 * half;
      const a = from < length ? (bits[from] ?? 0) : 0;
      const b = from + 1 < length ? (bits[from + 1] ?? 0) : 0;
      const c = from + 2 < length ? (bits[from + 2] ?? 0) : 0;
      const d = from + 3 < length ? (bits[from + 3] ?? 0) : 0;
      const words = at + 3 * WORD_BYTES * half;
      view.setInt32(words, signedMantissa(a) | (signedMantissa(b) << 24), true);
      view.setInt32(words + 4, (signedMantissa(b) >>> 8) | (signedMantissa(c) << 16), true);
      view.setInt32(words + 8, (signedMantissa(c) >>> 16) | (signedMantissa(d) << 8), true);
      const four =
        differenceOf(a, greatest) |
        (differenceOf(b, greatest) << 4) |
        (differenceOf(c, greatest) << 8) |
        (differenceOf(d, greatest) << 12);
      differences |= four << (16 * half);
    }
    view.setInt32(at + 6 * WORD_BYTES, differences, true);
  }
}

function differenceOf(bits: number, greatest: number): number {
  const exponent = exponentOf(bits);
  if (exponent === 0) return NO_EXPONENT;
  return greatest - exponent < EXCEPTION ? greatest - exponent : EXCEPTION;
}

function signedMantissa(bits: number): number {
  return ((bits << 1) & SIGNED_MANTISSA) | (bits >>> 31);
}

/** Where something is in the stored form. */
interface PackedAt {
  readonly view: DataView;
  readonly at: number;
  /** Greatest exponent of the vector. */
  readonly greatest: number;
}

/** Returns a new vector from its stored form. */
export function unpackVector(bytes: Uint8Array): Float32Array {
  const [lastGroup = RAW, , exceptions = 0] = bytes;
  const width =
    lastGroup === RAW
      ? (bytes.length - RAW_HEADER_BYTES) / WORD_BYTES
      : (Math.floor((bytes.length - HEADER_BYTES - exceptions) / GROUP_BYTES) - 1) * GROUP +
        lastGroup;
  return unpackVectors(bytes, width);
}

/** Returns the numbers of stored vectors of one width that follow each other. */
export function unpackVectors(bytes: Uint8Array, width: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at += lengthAt(view, at, width)) starts.push(at);
  const bits = new Int32Array(starts.length * width);
  for (const [vector, at] of starts.entries()) {
    unpackInto({ bits, from: vector * width, width }, view, at);
  }
  return new Float32Array(bits.buffer);
}

/** Returns the length of the stored vector that begins at a byte. */
function lengthAt(view: DataView, at: number, width: number): number {
  if (view.getUint8(at) === RAW) return RAW_HEADER_BYTES + width * WORD_BYTES;
  return HEADER_BYTES + Math.ceil(width / GROUP) * GROUP_BYTES + view.getUint8(at + 2);
}

/** Numbers of a vector, to be filled in. */
interface Unpacked {
  readonly bits: Int32Array;
  readonly from: number;
  readonly width: number;
}

/** Fills in one vector. */
function unpackInto(to: Unpacked, view: DataView, at: number): void {
  const { bits, from, width } = to;
  if (view.getUint8(at) === RAW) {
    const start = at + RAW_HEADER_BYTES;
    for (let place = 0; place < width; place += 1) {
      bits[from + place] = view.getInt32(start + place * WORD_BYTES, true);
    }
    return;
  }
  const greatest = view.getUint8(at + 1);
  const exceptions = view.getUint8(at + 2);
  const start = at + HEADER_BYTES;
  const whole = width - (width % GROUP);
  for (let place = 0, group = start; place < whole; place += GROUP, group += GROUP_BYTES) {
    unpackGroup({ view, at: group, greatest }, bits, from + place);
  }
  const end = start + Math.ceil(width / GROUP) * GROUP_BYTES;
  if (whole < width) {
    const last = new Int32Array(GROUP);
    unpackGroup({ view, at: end - GROUP_BYTES, greatest }, last, 0);
    bits.set(last.subarray(0, width - whole), from + whole);
  }
  if (exceptions > 0) setExceptions(to, { view, at: start, greatest });
}

function unpackGroup({ view, at, greatest }: PackedAt, bits: Int32Array, from: number): void {
  const differences = view.getUint32(at + 6 * WORD_BYTES, true);
  for (let half = 0; half < 2; half += 1) {
    const words = at + 3 * WORD_BYTES * half;
    const first = from + 4 * half;
    const nibbles = differences >>> (16 * half);
    const a = view.getUint32(words, true);
    const b = view.getUint32(words + WORD_BYTES, true);
    const c = view.getUint32(words + 2 * WORD_BYTES, true);
    bits[first] = joined(a & SIGNED_MANTISSA, greatest, nibbles & 15);
    bits[first + 1] = joined((a >>> 24) | ((b & 0xff_ff) << 8), greatest, (nibbles >>> 4) & 15);
    bits[first + 2] = joined((b >>> 16) | ((c & 0xff) << 16), greatest, (nibbles >>> 8) & 15);
    bits[first + 3] = joined(c >>> 8, greatest, (nibbles >>> 12) & 15);
  }
}

/** Returns the bits of a number; an exception's exponent is `greatest - EXCEPTION` so far. */
function joined(mantissa: number, greatest: number, difference: number): number {
  const exponent = difference === NO_EXPONENT ? 0 : greatest - difference;
  return (mantissa >>> 1) | (mantissa << 31) | (exponent << EXPONENT_SHIFT);
}

/** Corrects the exponents of exceptions. */
function setExceptions({ bits, from, width }: Unpacked, { view, at, greatest }: PackedAt): void {
  let next = at + Math.ceil(width / GROUP) * GROUP_BYTES;
  for (let place = 0; place < width; place += 1) {
    const group = Math.floor(place / GROUP);
    const differences = view.getUint32(at + group * GROUP_BYTES + 6 * WORD_BYTES, true);
    if (((differences >>> (4 * (place % GROUP))) & 15) !== EXCEPTION) continue;
    const correction = view.getUint8(next) - (greatest - EXCEPTION);
    bits[from + place] = (bits[from + place] ?? 0) + (correction << EXPONENT_SHIFT);
    next += 1;
  }
}

/** Returns SQL for the width of a stored vector; null or a fraction if it is damaged. */
export function packedWidthSql(vector: string): string {
  const byte = (place: number): string =>
    `coalesce(unicode(cast(substr(${vector}, ${place}, 1) as text)), 0)`;
  const groups = `(length(${vector}) - ${HEADER_BYTES} - ${byte(3)}) / ${GROUP_BYTES}.0`;
  return (
    `iif(${byte(1)} = ${RAW}, (length(${vector}) - ${RAW_HEADER_BYTES}) / ${WORD_BYTES}.0, ` +
    `(${groups} - 1) * ${GROUP} + ${byte(1)})`
  );
}
