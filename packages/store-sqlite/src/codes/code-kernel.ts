/**
 * What `quantise` is asked; all places are bytes from the beginning of the kernel's memory,
 * multiples of 16.
 */
export interface QuantiseCall {
  /** Where the float32 numbers are, with zeros behind them up to `stride` numbers. */
  readonly values: number;
  /** How many codes a row has, a multiple of 16. */
  readonly stride: number;
  /** Where the codes go. */
  readonly codes: number;
  /** Where the scale goes: a float32, at a multiple of 4. */
  readonly scale: number;
}

/**
 * What `scan` is asked; all places are bytes from the beginning of the kernel's memory, multiples
 * of 16.
 */
export interface ScanCall {
  /** Where the codes of the query are: signed bytes. */
  readonly query: number;
  /** Bytes of the query and of each row, a multiple of 16. */
  readonly stride: number;
  /**
   * 64 times the sum of the query's codes, which is what the offset of the rows' codes adds to each
   * product.
   */
  readonly bias: number;
  /** What a code of the query counts. */
  readonly unit: number;
  /**
   * Where the rows are. Of a group of 8, each lies `walk` bytes behind the one before; the next
   * group `stride` bytes.
   */
  readonly codes: number;
  /** Bytes from one row of a group to the next. */
  readonly walk: number;
  /** Where the scales of the rows are, in the order of rows. */
  readonly scales: number;
  /** How many groups of 8 rows there are. */
  readonly groups: number;
  /** Where the mask is, a bit for each row, at any byte; 0 if all rows count. */
  readonly mask: number;
  /** The number of the first row. */
  readonly first: number;
  /** How many scales a score may lack to the threshold. */
  readonly slack: number;
  /** What score and slack have to reach. */
  readonly threshold: number;
  /**
   * Where the results go: 32 bytes of no meaning, then pairs of a row's number and its score as
   * float32.
   */
  readonly out: number;
}

/** Views of a kernel's memory. */
export interface KernelMemory {
  /** As bytes. */
  readonly bytes: Uint8Array;
  /** As signed bytes. */
  readonly signed: Int8Array;
  /** As whole numbers. */
  readonly words: Uint32Array;
  /** As float32 numbers. */
  readonly floats: Float32Array;
}

/**
 * Makes codes of vectors, and multiplies one with many that lie in its memory. Every kernel gives
 * the same bits.
 */
export interface CodeKernel {
  /** How it works. */
  readonly name: "simd" | "javascript";
  /** Its memory, zeros at first; other views after each `grow`. */
  memory(): KernelMemory;
  /** Makes the memory at least this large; what it holds stays. False: the process has no more. */
  grow(bytes: number): boolean;
  /**
   * Writes the codes of a row, `round(value / scale) + 64`, and its scale, a 63rd of the largest
   * value. The scale is NaN, and no codes are written, if the row cannot be a vector of length 1:
   * zeros, or a number that is not finite.
   */
  quantise(call: QuantiseCall): void;
  /**
   * Finds the rows whose `score + slack * scale` is at least the threshold; returns how many pairs
   * it wrote.
   */
  scan(call: ScanCall): number;
}

/** Views of all of a buffer. */
export function viewsOf(buffer: ArrayBuffer): KernelMemory {
  return {
    bytes: new Uint8Array(buffer),
    signed: new Int8Array(buffer),
    words: new Uint32Array(buffer),
    floats: new Float32Array(buffer),
  };
}
