import type { DifferenceMap } from "./difference-map.js";

/** Threshold in units of the noise: 6.1 sigmas of normal noise, averaged over 3 x 3 pixels. */
const NOISE_FACTOR = 1.8;
/** Share of the contrast nearby that encoders such as JPEG get wrong in a mean of 3 x 3 pixels. */
const ENCODING_SHARE = 0.035;
/** The threshold is never lower than this where there is noise, such as the dots of dithering. */
const MIN_NOISY_THRESHOLD = 5.5;
/** Greatest threshold, which noise does not exceed, and text of a contrast of 48 does. */
export const MAX_THRESHOLD = 16;
/** Tiles of this contrast show something. */
const MIN_CONTRAST = 32;
/** Fewer neighbours than this are chance where there is noise. */
const MIN_NEIGHBOURS = 3;

/** Differences of two images of one size that are no noise. */
export interface Differences {
  /** Places of the pixels that differ in the map. */
  readonly at: readonly number[];
  /** Difference of each, averaged over 3 x 3 pixels: positive where it became brighter. */
  readonly by: readonly number[];
  /** Number of neighbours from which small differences are no chance. */
  readonly minNeighbours: number;
}

/** Returns where images differ by more than noise; stops after `limit` places. */
export function findDifferences(
  map: DifferenceMap,
  { leastDifference, limit }: { readonly leastDifference: number; readonly limit: number },
): Differences {
  const found: { readonly at: number[]; readonly by: number[] } = { at: [], by: [] };
  const isExact = isMostlySame(map);
  for (let tile = 0; tile < map.noise.length && found.at.length <= limit; tile += 1) {
    if ((map.noise[tile] ?? 0) < 0) continue;
    const noise = isExact ? 0 : thresholdOf(map, tile);
    collect(map, tile, { threshold: Math.max(leastDifference, noise), found });
  }
  return { ...found, minNeighbours: isExact ? 1 : MIN_NEIGHBOURS };
}

/** Returns true if most tiles that show something are the same to the bit: nothing is noisy. */
function isMostlySame({ noise, contrast }: DifferenceMap): boolean {
  let [same, shown] = [0, 0];
  for (let tile = 0; tile < noise.length; tile += 1) {
    if ((contrast[tile] ?? 0) < MIN_CONTRAST) continue;
    shown += 1;
    if ((noise[tile] ?? 0) < 0) same += 1;
  }
  return same * 2 > shown;
}

/** Returns what noise and encoders may make of a tile at most, by the tiles around it. */
function thresholdOf({ noise, contrast, columns, rows }: DifferenceMap, tile: number): number {
  const [column, row] = [tile % columns, Math.floor(tile / columns)];
  let highest = MIN_NOISY_THRESHOLD;
  for (let y = Math.max(0, row - 1); y <= row + 1 && y < rows; y += 1) {
    for (let x = Math.max(0, column - 1); x <= column + 1 && x < columns; x += 1) {
      const other = y * columns + x;
      const byNoise = NOISE_FACTOR * (noise[other] ?? 0);
      highest = Math.max(highest, byNoise, ENCODING_SHARE * (contrast[other] ?? 0));
    }
  }
  return Math.min(MAX_THRESHOLD, highest);
}

interface Collecting {
  readonly threshold: number;
  readonly found: { readonly at: number[]; readonly by: number[] };
}

/** Adds the pixels of a tile whose mean of 3 x 3 exceeds the threshold. */
function collect(map: DifferenceMap, tile: number, { threshold, found }: Collecting): void {
  const { values, stride } = map;
  const { left, top, right, bottom } = map.area(tile);
  const limit = threshold * 9;
  const drift = (map.drift[tile] ?? 0) * 9;
  for (let y = top; y < bottom; y += 1) {
    let place = map.place(left, y);
    let first = columnOf(values, place - 1, stride);
    let second = columnOf(values, place, stride);
    for (let x = left; x < right; x += 1, place += 1) {
      const third = columnOf(values, place + 1, stride);
      const sum = first + second + third - drift;
      if (sum > limit || sum < -limit) {
        found.at.push(place);
        found.by.push(sum / 9);
      }
      first = second;
      second = third;
    }
  }
}

/** Returns the sum of three values above each other. */
function columnOf(values: Int16Array, place: number, stride: number): number {
  return (values[place - stride] ?? 0) + (values[place] ?? 0) + (values[place + stride] ?? 0);
}
