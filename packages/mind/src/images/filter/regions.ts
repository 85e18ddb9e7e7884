import type { DifferenceMap } from "./difference-map.js";
import { MAX_THRESHOLD, type Differences } from "./find-differences.js";

/** A rectangle of pixels; all four edges are in it. */
export interface Box {
  /** First column. */
  readonly left: number;
  /** First row. */
  readonly top: number;
  /** Last column. */
  readonly right: number;
  /** Last row. */
  readonly bottom: number;
}

/** Neighbouring pixels that differ. */
export interface Region extends Box {
  /** Greatest difference among them, without its sign. */
  readonly peak: number;
}

/** Joins neighbours, by default only those that became brighter, or darker, alike. */
export function regionsOf(
  { at, by, minNeighbours }: Differences,
  map: DifferenceMap,
  { bySign = true }: { readonly bySign?: boolean } = {},
): readonly Region[] {
  const waiting = new Map(at.map((place, index) => [place, by[index] ?? 0]));
  const { stride } = map;
  const steps = [-stride - 1, -stride, 1 - stride, -1, 1, stride - 1, stride, stride + 1];
  const regions: Region[] = [];
  for (const [first, sign] of waiting) {
    const open = [first];
    let [left, top, right, bottom, peak, size] = [Infinity, Infinity, -1, -1, 0, 0];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const value = waiting.get(place);
      if (value === undefined || (bySign && value * sign < 0)) continue;
      waiting.delete(place);
      const [x, y] = [(place % stride) - 1, Math.floor(place / stride) - 1];
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      size += 1;
      peak = Math.max(peak, Math.abs(value));
      for (const step of steps) if (waiting.has(place + step)) open.push(place + step);
    }
    if (size >= minNeighbours || peak > MAX_THRESHOLD)
      regions.push({ left, top, right, bottom, peak });
  }
  return regions;
}

/** Returns the widths and heights of a box. */
export function sizeOf({ left, top, right, bottom }: Box): { width: number; height: number } {
  return { width: right - left + 1, height: bottom - top + 1 };
}

/** Returns the numbers from one to another, both included. */
export function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Returns the one in the middle of sorted numbers; 0 of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
