import type { Quantization } from "../quantization.js";

/** Limits of one run of a model. */
export interface RunLimits {
  /** Most rows. */
  readonly maxRows: number;
  /** Most tokens with padding, which is rows times the longest; one row alone may have more. */
  readonly maxTokens: number;
}

/**
 * Measured: a network of 6 layers and 384 values took 2.9 s for 128 texts in runs of up to 512
 * tokens, 3.1 s at 1,024, 5.6 s at 4,096 and 3.6 s one by one.
 */
const TOGETHER: RunLimits = { maxRows: 64, maxTokens: 512 };
/** With 8-bit weights the runtime scales all inputs of a run together, which changes vectors. */
const ALONE: RunLimits = { maxRows: 1, maxTokens: 1 };

/** Returns the limits for a quantization. */
export function runLimits(quantization: Quantization): RunLimits {
  return ["q8", "int8", "uint8"].includes(quantization) ? ALONE : TOGETHER;
}

/** Groups rows, given by their numbers of tokens, by similar length, the longest first. */
export function lengthBatches(
  lengths: readonly number[],
  { maxRows, maxTokens }: RunLimits,
): readonly (readonly number[])[] {
  const order = [...lengths.keys()].toSorted((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0));
  const batches: number[][] = [];
  let batch: number[] = [];
  let longest = 0;
  for (const row of order) {
    if (batch.length >= maxRows || (batch.length + 1) * longest > maxTokens) batch = [];
    if (batch.length === 0) {
      longest = lengths[row] ?? 0;
      batches.push(batch);
    }
    batch.push(row);
  }
  return batches;
}
