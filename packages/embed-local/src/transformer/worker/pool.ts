import type { PoolingSettings } from "./protocol.js";

/** Output of a model for some rows. */
export interface RowOutputs {
  /** `rows × tokens × dimensions` values, or `rows × dimensions` where the model pools. */
  readonly values: Float32Array;
  /** Tokens of each row with padding. */
  readonly width: number;
  /** Tokens of each row without it. */
  readonly lengths: readonly number[];
}

const EPSILON = 1e-5;

function meanOf(outputs: RowOutputs, row: number, dimensions: number): Float64Array {
  const { values, width, lengths } = outputs;
  const length = lengths[row] ?? 0;
  const sum = new Float64Array(dimensions);
  let position = row * width * dimensions;
  for (let token = 0; token < length; token += 1) {
    for (let index = 0; index < dimensions; index += 1) {
      sum[index] = (sum[index] ?? 0) + (values[position] ?? 0);
      position += 1;
    }
  }
  return sum.map((value) => value / length);
}

function pooled(outputs: RowOutputs, row: number, settings: PoolingSettings): Float64Array {
  const { dimensions, pooling } = settings;
  if (pooling === "mean") return meanOf(outputs, row, dimensions);
  const token = pooling === "last" ? (outputs.lengths[row] ?? 1) - 1 : 0;
  const index = pooling === "none" ? row : row * outputs.width + token;
  return Float64Array.from(outputs.values.subarray(index * dimensions, (index + 1) * dimensions));
}

/** Brings values to mean 0 and variance 1, in place. */
function normalizeLayer(values: Float64Array): void {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const scale = 1 / Math.sqrt(squares / values.length + EPSILON);
  for (const [index, value] of values.entries()) values[index] = (value - mean) * scale;
}

/** Returns the vector of a row, of length 1, or `undefined` if it is zero or not finite. */
export function poolRow(
  outputs: RowOutputs,
  row: number,
  settings: PoolingSettings,
): Float32Array<ArrayBuffer> | undefined {
  const whole = pooled(outputs, row, settings);
  if (settings.layerNorm) normalizeLayer(whole);
  const vector = whole.subarray(0, settings.width);
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return Float32Array.from(vector, (value) => value / length);
}
