import { invalidInput } from "../../internal/check/check.js";
import { toUnitVector } from "../../internal/unit-vector.js";

/** What a vector may be away from length 1 and still be meant so: what 16-bit floats lose. */
const TOLERANCE = 1e-3;
/**
 * What 32-bit floats lose. A vector this near is left as it is, so that it comes back bit by bit.
 */
const ROUNDING = 1e-6;

/** A vector as text: little-endian 32-bit floats in base64. */
export function vectorToText(values: Float32Array): string {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString("base64");
}

/**
 * The unit vector that a text says.
 * @throws `invalid-input` unless it is base64 of as many finite numbers as asked for, of a length
 *   of about 1.
 */
export function textToVector(text: unknown, name: string, dimensions: number): Float32Array {
  const bytes = typeof text === "string" ? Buffer.from(text, "base64") : undefined;
  if (bytes?.length !== dimensions * 4 || bytes.toString("base64") !== text) {
    throw invalidInput(name, `${dimensions} little-endian 32-bit floats in base64`);
  }
  const values = new Float32Array(dimensions);
  let squares = 0;
  for (let index = 0; index < dimensions; index += 1) {
    const value = bytes.readFloatLE(index * 4);
    values[index] = value;
    squares += value * value;
  }
  const distance = Math.abs(Math.sqrt(squares) - 1);
  const unit = distance <= ROUNDING ? values : toUnitVector(values);
  // Not a number is at no distance.
  if (!unit || !(distance <= TOLERANCE)) {
    throw invalidInput(name, "a vector of finite numbers and of length 1");
  }
  return unit;
}
