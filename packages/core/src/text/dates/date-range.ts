/** Length of the text that dates are looked for in, in UTF-16 units. */
export const MAX_DATED_LENGTH: number = 2_000;

/** A half-open stretch of time: `from` belongs to it, `to` does not. Days begin at midnight UTC. */
export interface DateRange {
  /** First instant of the range. */
  readonly from: Date;
  /** First instant after the range; later than `from`. */
  readonly to: Date;
}
