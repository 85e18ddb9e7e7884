/** What a kernel is asked; all places are bytes from the beginning of its memory, multiples of 16. */
export interface DotCall {
  readonly query: number;
  readonly rows: number;
  /** How many rows, a multiple of 4. */
  readonly count: number;
  /** Bytes of the query and of each row, a multiple of 64. */
  readonly stride: number;
  /** Where the results go, one float32 a row. */
  readonly out: number;
}

/** Multiplies one vector with many that lie in its memory. */
export interface DotKernel {
  readonly name: "simd" | "javascript";
  /** The memory, zeros at first. Another object after each `grow`. */
  buffer(): ArrayBuffer;
  /** Makes the memory at least this large; what it holds stays. */
  grow(bytes: number): void;
  /** Writes the dot products of the query with each row. */
  dot(call: DotCall): void;
}
