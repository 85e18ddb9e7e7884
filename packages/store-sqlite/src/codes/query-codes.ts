/** A query as signed codes of 8 bits. */
export interface QueryCodes {
  /** Whole numbers from -127 to 127. */
  readonly codes: Int8Array;
  /** What a code counts. */
  readonly unit: number;
  /** 64 times the sum of the codes: what the offset of the rows' codes adds to each product. */
  readonly bias: number;
}

/** The least number of float32 that is not subnormal. */
const LEAST_NORMAL = 2 ** -126;

/**
 * The codes of a vector; `undefined` for zeros, or if a number is not finite: nothing is near to
 * such a vector.
 */
export function queryCodes(values: Float32Array): QueryCodes | undefined {
  let most = 0;
  for (let column = 0; column < values.length; column += 1) {
    most = Math.max(most, Math.abs(values[column] ?? 0));
  }
  const unit = Math.fround(most / 127);
  if (!(unit >= LEAST_NORMAL && unit < Number.POSITIVE_INFINITY)) return undefined;
  const codes = new Int8Array(values.length);
  let sum = 0;
  for (let column = 0; column < values.length; column += 1) {
    const code = Math.round((values[column] ?? 0) / unit);
    codes[column] = code;
    sum += code;
  }
  return { codes, unit, bias: 64 * sum };
}
