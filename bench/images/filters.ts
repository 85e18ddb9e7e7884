import { mirixFilter, tileFilter, type GreyImage, type ImageFilter } from "@kioku/mind/images";

const COLUMNS = 16;
const ROWS = 10;
const MIN_SIMILARITY = 0.99;

/** The rule that the tile filter grew out of: the mean difference of the worst of 16 x 10 tiles. */
const worstTileFilter: ImageFilter = {
  name: "worst tile",
  isChanged(before, after) {
    for (let row = 0; row < ROWS; row += 1) {
      for (let column = 0; column < COLUMNS; column += 1) {
        if (similarity(before, after, [column, row]) < MIN_SIMILARITY) return true;
      }
    }
    return false;
  },
};

/** The filters that are compared. The first one has to keep the bars. */
export const FILTERS: readonly ImageFilter[] = [tileFilter(), mirixFilter(), worstTileFilter];

/** Returns 1 - mean difference / 255 of a tile. */
function similarity(
  before: GreyImage,
  after: GreyImage,
  [column, row]: readonly [column: number, row: number],
): number {
  const { width, height } = before;
  const left = Math.floor((column * width) / COLUMNS);
  const right = Math.floor(((column + 1) * width) / COLUMNS);
  const top = Math.floor((row * height) / ROWS);
  const bottom = Math.floor(((row + 1) * height) / ROWS);
  let sum = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let index = y * width + left; index < y * width + right; index += 1) {
      sum += Math.abs((after.pixels[index] ?? 0) - (before.pixels[index] ?? 0));
    }
  }
  return 1 - sum / 255 / Math.max(1, (right - left) * (bottom - top));
}
