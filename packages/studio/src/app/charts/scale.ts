/** Place of values along an axis of a chart. */
export interface Scale {
  /** Returns the place of a value, 0 to 1; values beyond the ends stay at them. */
  readonly place: (value: number) => number;
  /** Returns the value at a place. */
  readonly value: (place: number) => number;
  /** Values that are named along the axis. */
  readonly ticks: readonly number[];
}

/** Makes a scale with even steps. */
export function linearScale(from: number, to: number, ticks: readonly number[]): Scale {
  return {
    place: (value) => clamp((value - from) / (to - from)),
    value: (place) => from + place * (to - from),
    ticks,
  };
}

/** Makes a scale on which each step multiplies; `from` is above 0. */
export function logScale(from: number, to: number, ticks: readonly number[]): Scale {
  const width = Math.log(to / from);
  return {
    place: (value) => clamp(Math.log(Math.max(value, from) / from) / width),
    value: (place) => from * Math.exp(place * width),
    ticks,
  };
}

function clamp(place: number): number {
  return Math.min(Math.max(place, 0), 1);
}
