/**
 * One array of numbers of a network. Made when asked for, so that a network need not fit into
 * memory.
 */
export interface Weight {
  readonly name: string;
  readonly dims: readonly number[];
  /** Row by row. */
  readonly values: () => Float32Array;
}

/** All numbers of a network, by name. */
export type Weights = ReadonlyMap<string, Weight>;

/** Returns the number of elements of an array of these dimensions. */
export function sizeOf(dims: readonly number[]): number {
  return dims.reduce((product, dim) => product * dim, 1);
}
