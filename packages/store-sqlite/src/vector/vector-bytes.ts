/**
 * A vector as it is stored: float32, little-endian, which is what all platforms of the driver use.
 */
export function vectorToBytes(values: Float32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

/** A copy of a stored vector. */
export function bytesToVector(bytes: Uint8Array): Float32Array {
  // Copied first, because float32 must begin at a multiple of 4.
  return new Float32Array(new Uint8Array(bytes).buffer);
}
