/** A curve. */
export interface Curve {
  /** Name in the legend and beside the cursor. */
  readonly name: string;
  /** Colour, such as `var(--hue-1)`. */
  readonly color: string;
  /** Returns the value at a place along x, in units of y. */
  readonly at: (x: number) => number;
  /** Last x that is drawn. @defaultValue all are */
  readonly until?: number;
  /** Drawn pale, so that others stand out. */
  readonly isDim?: boolean;
  /** Drawn as a dashed line, such as what something else does. */
  readonly isDashed?: boolean;
  /** Drawn thicker, such as what is usual. */
  readonly isStrong?: boolean;
  /** Written at its right end, for curves that are not in the legend. */
  readonly mark?: string;
}

/** A point, such as a memory. */
export interface Dot {
  /** Unique in the chart. */
  readonly id: string;
  /** In units of x. */
  readonly x: number;
  /** In units of y. */
  readonly y: number;
  /** Colour. */
  readonly color: string;
  /** Read and shown when it is pointed at. */
  readonly label: string;
  /** Shown below the label. */
  readonly note?: string;
}
