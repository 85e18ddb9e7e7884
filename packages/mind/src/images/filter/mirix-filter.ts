import type { ImageFilter } from "../api/images.js";

const MIN_SIMILARITY = 0.99;

/**
 * Makes the filter of MIRIX: an image is new if 1 - mean difference of grey / 255 is below .99.
 * On a window of 1,280 x 800 it does not see ten lines of text.
 */
export function mirixFilter(): ImageFilter {
  return {
    name: "mirix",
    isChanged(before, after) {
      const isSameSize = before.width === after.width && before.height === after.height;
      if (!isSameSize) return true;
      let sum = 0;
      for (let index = 0; index < after.pixels.length; index += 1) {
        sum += Math.abs((after.pixels[index] ?? 0) - (before.pixels[index] ?? 0));
      }
      return 1 - sum / 255 / Math.max(1, after.pixels.length) < MIN_SIMILARITY;
    },
  };
}
