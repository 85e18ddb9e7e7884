/** Arguments of `rotate`. Offsets are bytes in the kernel's memory, multiples of 16. */
export interface RotateCall {
  /** Offset of the float32 numbers. */
  readonly values: number;
  /** Number of them, a multiple of 16. */
  readonly stride: number;
  /** Offset of the signs of four rounds, `stride` words each: 0, or the sign bit of float32. */
  readonly flips: number;
  /** 1 by the root of the largest power of two up to `stride`, as float32. */
  readonly shrink: number;
}

/** Arguments of `sign`, of some rows of a block; `values` is scratch space. */
export interface SignCall extends RotateCall {
  readonly codes: number;
  readonly walk: number;
  readonly scales: number;
  /** Offset of the rotated centre, `stride` float32. */
  readonly centre: number;
  /** Offset of the groups of the block. */
  readonly groups: number;
  /** The first row, and the one behind the last. */
  readonly row: number;
  readonly rowEnd: number;
}

/** Rows of a block by their signs. Offsets are bytes in the kernel's memory. */
interface SignedGroups {
  readonly stride: number;
  /** Offset of the first group. */
  readonly first: number;
  readonly groups: number;
  /** Offset of the mask, a bit per row; 0 for all rows. */
  readonly mask: number;
  /** Product of the query, less the centre, with the rows that are to be listed. */
  readonly need: number;
  /** Offset of the results: numbers of rows, uint32. */
  readonly out: number;
}

/** Arguments of `estimate`. */
export interface EstimateCall extends SignedGroups {
  /** Offset of the table of the query: 16 bytes for each four numbers. */
  readonly table: number;
  /** Value of one step of the table. */
  readonly unit: number;
  /** Steps by which all sums are too large. */
  readonly bias: number;
}

/** Arguments of `near`. */
export interface NearCall extends SignedGroups {
  /** The least estimate of a row that can be listed. */
  readonly least: number;
  /** Square of the length of the query, less the centre. */
  readonly reach: number;
  /** Square of the number of deviations to allow, by the number of dimensions less one. */
  readonly spread: number;
  /** Margin for the rounding of the table, by the factor of a row. */
  readonly extra: number;
}

/** Keeps the signs of rotated rows, and lists rows that can be near. */
export interface SignKernel {
  /** Rotates numbers in place, always by the same random rotation. */
  rotate(call: RotateCall): void;
  /** Writes the signs and traits of rows into groups; rows that are no vectors are never listed. */
  sign(call: SignCall): void;
  /** Estimates products, lists rows by their estimates and returns their number. */
  estimate(call: EstimateCall): number;
  /** Lists rows that can have the product, by the last estimates, and returns their number. */
  near(call: NearCall): number;
}

/** Rows of a group. */
export const GROUP_ROWS = 32;

/** Returns the bytes of a group: a bit for each number, and four float32 for each row. */
export function groupBytes(stride: number): number {
  return stride * 4 + GROUP_ROWS * 16;
}

/** Returns how the numbers of a width are mixed: how many at once, in how many rounds. */
export function mixOf(stride: number): { mixed: number; rounds: number; shrink: number } {
  const mixed = 2 ** (31 - Math.clz32(stride));
  return { mixed, rounds: mixed === stride ? 2 : 4, shrink: Math.fround(1 / Math.sqrt(mixed)) };
}
