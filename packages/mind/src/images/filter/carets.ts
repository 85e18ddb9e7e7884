import type { Differences } from "./find-differences.js";
import { regionsOf, sizeOf, type Region } from "./regions.js";
import { drawnBox, isInverted, type DrawnBox, type ImagePair } from "./shapes.js";
import { isLikeLetter } from "./text-line.js";

/** Heights of carets: of a font of 10 pixels, and of a title on a fine screen. */
const MIN_HEIGHT = 12;
const MAX_HEIGHT = 100;
/** Height of a block caret by its width. */
const MIN_BLOCK_SHAPE = 1.4;
const MAX_BLOCK_SHAPE = 3;
/** The old place and the new one. */
const MAX_CARETS = 2;
/** Share of the difference of a caret that encoders spread around it, and how far. */
const SPREAD_SHARE = 0.15;
const SPREAD = 16;

/** Most places in which two carets differ, each with its border. */
export const MAX_CARET_PLACES = 2_400;

/** Two images of one size, and what differs. */
interface Comparison extends ImagePair {
  readonly differences: Differences;
}

/** Returns true if all that differs is a caret that blinked, or one that moved. */
export function areCarets(comparison: Comparison, caretWidth: number): boolean {
  const { differences, map } = comparison;
  const bars = withoutSpread(regionsOf(differences, map)).map((region) => {
    const box = drawnBox(region, comparison);
    return box && isBar(comparison, box, caretWidth) ? box : undefined;
  });
  if (bars.length <= MAX_CARETS && bars.every((bar) => bar) && areAlike(bars)) return true;
  const blocks = withoutSpread(regionsOf(differences, map, { bySign: false }));
  return blocks.length <= MAX_CARETS && blocks.every((region) => isBlock(comparison, region));
}

/** Leaves out weak regions beside a strong one, as JPEG makes them around a caret. */
function withoutSpread(regions: readonly Region[]): readonly Region[] {
  return regions.filter(
    (region) =>
      !regions.some(
        (other) =>
          region.peak < other.peak * SPREAD_SHARE &&
          region.left <= other.right + SPREAD &&
          region.right >= other.left - SPREAD &&
          region.top <= other.bottom + SPREAD &&
          region.bottom >= other.top - SPREAD,
      ),
  );
}

/** Returns true for one box, and for a box that moved: one appeared, one as large disappeared. */
function areAlike([first, second]: readonly (DrawnBox | undefined)[]): boolean {
  if (!first || !second) return true;
  const [one, other] = [sizeOf(first), sizeOf(second)];
  return (
    first.appeared !== second.appeared &&
    Math.abs(one.height - other.height) <= 1 &&
    Math.abs(one.width - other.width) <= 1
  );
}

function isBar(pair: ImagePair, box: DrawnBox, caretWidth: number): boolean {
  const { width, height } = sizeOf(box);
  const isUpright = width <= caretWidth && height >= MIN_HEIGHT && height <= MAX_HEIGHT;
  return isUpright && !isLikeLetter(pair, box);
}

function isBlock(pair: ImagePair, region: Region): boolean {
  const box = drawnBox(region, pair);
  const { width, height } = sizeOf(box ?? region);
  const shape = height / width;
  if (height < MIN_HEIGHT || height > MAX_HEIGHT) return false;
  if (shape < MIN_BLOCK_SHAPE || shape > MAX_BLOCK_SHAPE) return false;
  return box ? box.isOnPlain : isInverted(region, pair);
}
