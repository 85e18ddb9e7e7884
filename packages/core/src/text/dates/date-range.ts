/**
 * A stretch of time, half-open: `from` belongs to it, `to` does not. Days begin at midnight UTC.
 */
export interface DateRange {
  /** First instant of the range. */
  readonly from: Date;
  /** First instant after the range; later than `from`. */
  readonly to: Date;
}
