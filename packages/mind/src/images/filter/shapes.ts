import type { GreyImage } from "../api/images.js";
import type { DifferenceMap } from "./difference-map.js";
import { median, range, type Box } from "./regions.js";

/** Rows and columns belong to a shape from this share of the strongest one. */
const MIN_SHARE = 0.4;
/** Share of all differences that may be beside a shape. */
const MAX_OUTSIDE = 0.25;
/** Greatest surplus beside one row over that beside most rows, in shares of a row of the shape. */
const MAX_HOOK = 0.5;
/** Greys are alike up to this difference, or this share of the contrast of a shape. */
const LIKENESS = 16;
const LIKENESS_SHARE = 0.25;
/** Share of pixels that have to be alike: in a shape, and around it, where letters may touch it. */
const ALIKE_INSIDE = 0.9;
const ALIKE_AROUND = 0.85;

/** Two images, and their differences. */
export interface ImagePair {
  readonly before: GreyImage;
  readonly after: GreyImage;
  readonly map: DifferenceMap;
}

/** A box of one grey that is in one of two images only. */
export interface DrawnBox extends Box {
  /** True if it appeared, false if it disappeared. */
  readonly appeared: boolean;
  /** True if there was, or is, nothing but background in its place. */
  readonly isOnPlain: boolean;
}

/**
 * Returns the box of one grey that appeared or disappeared in a region. `undefined` for all other
 * shapes, such as letters. The region may be one pixel too large or too small.
 */
export function drawnBox(region: Box, { before, after, map }: ImagePair): DrawnBox | undefined {
  const columns = range(Math.max(0, region.left - 1), Math.min(map.width - 1, region.right + 1));
  const rows = range(Math.max(0, region.top - 1), Math.min(map.height - 1, region.bottom + 1));
  const size = (x: number, y: number): number => Math.abs(map.difference(x, y));
  const byColumn = columns.map((x) => sum(rows.map((y) => size(x, y))));
  const byRow = rows.map((y) => sum(columns.map((x) => size(x, y))));
  const [left, right] = extent(byColumn, columns);
  const [top, bottom] = extent(byRow, rows);
  const box = { left, top, right, bottom };
  const insides = range(top, bottom).map((y) => sum(range(left, right).map((x) => size(x, y))));
  const inside = sum(insides);
  if (sum(byRow) - inside > MAX_OUTSIDE * inside) return undefined;
  // Brackets, and an l with serifs, are wider at their ends.
  const beside = insides.map((row, index) => (byRow[top - (rows[0] ?? 0) + index] ?? 0) - row);
  const hook = Math.max(...beside) - median(beside);
  if (hook > (MAX_HOOK * inside) / insides.length) return undefined;
  if (isDrawn(box, after)) return { ...box, appeared: true, isOnPlain: isPlain(box, before) };
  if (isDrawn(box, before)) return { ...box, appeared: false, isOnPlain: isPlain(box, after) };
  return undefined;
}

/** Returns true if all pixels of a box were inverted, as a block caret does with a character. */
export function isInverted({ left, top, right, bottom }: Box, pair: ImagePair): boolean {
  const box = { left: left + 1, top: top + 1, right: right - 1, bottom: bottom - 1 };
  const after = greysOf(box, pair.after);
  const sums = greysOf(box, pair.before).map((grey, index) => grey + (after[index] ?? 0));
  return areAlike(sums, { to: median(sums), within: LIKENESS, share: ALIKE_INSIDE });
}

/** Returns true if a box has one grey, and it is another one than that of what is around it. */
function isDrawn(box: Box, image: GreyImage): boolean {
  const greys = greysOf(box, image);
  const grey = median(greys);
  const contrast = Math.abs(grey - median(greysAround(box, image)));
  const within = Math.max(LIKENESS, LIKENESS_SHARE * contrast);
  return contrast > LIKENESS && areAlike(greys, { to: grey, within, share: ALIKE_INSIDE });
}

/** Returns true if a box and what is around it have one grey. */
function isPlain(box: Box, image: GreyImage): boolean {
  const around = greysAround(box, image);
  const likeness = { to: median(around), within: LIKENESS };
  return (
    areAlike(greysOf(box, image), { ...likeness, share: ALIKE_INSIDE }) &&
    areAlike(around, { ...likeness, share: ALIKE_AROUND })
  );
}

function areAlike(
  greys: readonly number[],
  { to, within, share }: { readonly to: number; readonly within: number; readonly share: number },
): boolean {
  const alike = greys.filter((grey) => Math.abs(grey - to) <= within).length;
  return alike >= share * greys.length;
}

/** Returns the first and the last place whose sum is near the greatest one. */
function extent(sums: readonly number[], places: readonly number[]): readonly [number, number] {
  const least = MIN_SHARE * Math.max(...sums);
  const kept = places.filter((_, index) => (sums[index] ?? 0) >= least);
  return [kept[0] ?? 0, kept.at(-1) ?? 0];
}

function greysOf(
  { left, top, right, bottom }: Box,
  { width, height, pixels }: GreyImage,
): readonly number[] {
  const columns = range(Math.max(0, left), Math.min(width - 1, right));
  const rows = range(Math.max(0, top), Math.min(height - 1, bottom));
  return rows.flatMap((y) => columns.map((x) => pixels[y * width + x] ?? 0));
}

/** Returns the greys of the pixels around a box. */
function greysAround({ left, top, right, bottom }: Box, image: GreyImage): readonly number[] {
  const [x, y, toX, toY] = [left - 1, top - 1, right + 1, bottom + 1];
  return [
    { left: x, top: y, right: toX, bottom: y },
    { left: x, top: toY, right: toX, bottom: toY },
    { left: x, top, right: x, bottom },
    { left: toX, top, right: toX, bottom },
  ].flatMap((side) =>
    side.left < 0 || side.top < 0 || side.right >= image.width || side.bottom >= image.height
      ? []
      : greysOf(side, image),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
