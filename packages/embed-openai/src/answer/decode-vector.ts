/** A vector in either encoding, whatever was asked for; what is none gives the reason. */
export function decodeVector(value: unknown): Float32Array | string {
  if (typeof value === "string") return decodeBase64(value);
  return Array.isArray(value) ? decodeFloats(value) : "something that is no vector";
}

function decodeFloats(values: readonly unknown[]): Float32Array | string {
  const vector = new Float32Array(values.length);
  // By index: this runs for every number that arrives.
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    if (typeof value !== "number") return "a vector that does not hold numbers alone";
    vector[index] = value;
  }
  return checked(vector);
}

/** Four bytes a number, the lowest first. */
function decodeBase64(text: string): Float32Array | string {
  const bytes = Buffer.from(text, "base64");
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const length = Math.floor(((text.length - padding) * 3) / 4);
  // `Buffer` passes over what is no base64, and the sum shows it.
  if (bytes.length !== length || bytes.length % 4 !== 0) return "a vector that is no base64";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const vector = new Float32Array(bytes.length / 4);
  for (let index = 0; index < vector.length; index += 1) {
    vector[index] = view.getFloat32(index * 4, true);
  }
  return checked(vector);
}

function checked(vector: Float32Array): Float32Array | string {
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0;
    squares += value * value;
  }
  if (!Number.isFinite(squares)) return "a vector with numbers that are not finite";
  return squares > 0 ? vector : "a vector of zeros";
}
