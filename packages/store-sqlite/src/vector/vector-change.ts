/** One vector that was written, or removed where `values` is absent. */
export interface VectorChange {
  readonly space: number;
  readonly scope: number;
  readonly record: number;
  readonly values?: Float32Array;
}
