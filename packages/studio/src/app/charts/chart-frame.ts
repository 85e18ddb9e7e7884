import type { Scale } from "./scale.js";

/** Size of a chart in CSS pixels, and where its values lie. */
export interface ChartFrame {
  /** Width of the whole. */
  readonly width: number;
  /** Height of the whole. */
  readonly height: number;
  /** Edges of the area between the axes. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Returns the x of a place, 0 to 1. */
  readonly toX: (place: number) => number;
  /** Returns the y of a place, 0 at the bottom. */
  readonly toY: (place: number) => number;
  /** Returns the place at an x; absent beyond the axis. */
  readonly placeAt: (x: number) => number | undefined;
}

/** Height from which a chart is not made higher. */
const MOST_HEIGHT = 340;
/** Height below which one does not get by its width. */
export const LEAST_HEIGHT = 220;
const SHAPE = 0.46;
const TOP = 10;
const RIGHT = 12;
const BOTTOM = 26;

/** Makes the frame of a chart whose labels of y are at most so wide. */
export function chartFrame(
  { width, height: given }: { readonly width: number; readonly height?: number | undefined },
  widestLabel: number,
): ChartFrame {
  const height = given ?? Math.round(Math.min(Math.max(width * SHAPE, LEAST_HEIGHT), MOST_HEIGHT));
  const left = Math.ceil(widestLabel) + 14;
  const right = width - RIGHT;
  const bottom = height - BOTTOM;
  return {
    width,
    height,
    left,
    right,
    top: TOP,
    bottom,
    toX: (place) => left + place * (right - left),
    toY: (place) => bottom - place * (bottom - TOP),
    placeAt: (x) => {
      const place = (x - left) / (right - left);
      return place < 0 || place > 1 ? undefined : place;
    },
  };
}

/** Returns about how wide a label is drawn, in pixels. */
export function labelWidth(text: string): number {
  return Array.from(text, (one) => (one > "\u2e7f" ? 11 : 6.2)).reduce((sum, one) => sum + one, 0);
}

/** A label of an axis that has room. */
interface TickLabel {
  readonly value: number;
  readonly text: string;
  readonly x: number;
}

/** Chooses the labels of the x axis that do not touch each other, and moves them into the chart. */
export function fittingTicks(
  { width, toX }: ChartFrame,
  { ticks, place }: Scale,
  show: (value: number) => string,
): readonly TickLabel[] {
  let end = -Infinity;
  return ticks.flatMap((value) => {
    const text = show(value);
    const half = labelWidth(text) / 2;
    const x = Math.min(Math.max(toX(place(value)), half), width - half);
    if (x - half < end + 8) return [];
    end = x + half;
    return [{ value, text, x }];
  });
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the point nearest to another within a distance. */
export function nearest<P extends Point>(
  points: readonly P[],
  { x, y }: Point,
  within: number,
): P | undefined {
  const [best] = points
    .map((point) => ({ point, distance: Math.hypot(point.x - x, point.y - y) }))
    .filter(({ distance }) => distance <= within)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.point;
}
