import { resolveNumbers } from "@kioku/core/toolkit";

import type { ImageFilter } from "../api/images.js";
import { areCarets, MAX_CARET_PLACES } from "./carets.js";
import { DifferenceMap } from "./difference-map.js";
import { findDifferences } from "./find-differences.js";

/** Options of `tileFilter`. */
export interface TileFilterOptions {
  /**
   * Least mean difference of 3 x 3 pixels that counts, 1 to 255 levels of grey. A pixel that turns
   * from white to black makes 28. @defaultValue 3
   */
  readonly leastDifference?: number | undefined;
  /** Greatest width of a caret in pixels, 0 to 100; at 0 carets are changes. @defaultValue 3 */
  readonly caretWidth?: number | undefined;
}

/**
 * Makes the usual filter for screens. It sees single characters, but no noise of up to 8 levels of
 * grey, no JPEG artefacts from a quality of 85, no drift of brightness of up to 6 levels, and no
 * caret that blinks or moves. An image of another size is always new.
 *
 * A mouse pointer that moves is a change: capture the screen without it. A single | is taken for a
 * caret if it is 12 pixels high or more, and so is an l or I in an empty field.
 */
export function tileFilter(options: TileFilterOptions = {}): ImageFilter {
  const { leastDifference, caretWidth } = resolveNumbers("tileFilter", options, {
    leastDifference: { usual: 3, min: 1, max: 255 },
    caretWidth: { usual: 3, min: 0, max: 100, integer: true },
  });
  return {
    name: "tiles",
    isChanged(before, after) {
      const isSameSize = before.width === after.width && before.height === after.height;
      if (!isSameSize) return true;
      const map = new DifferenceMap(before, after);
      const limit = caretWidth === 0 ? 0 : MAX_CARET_PLACES;
      const differences = findDifferences(map, { leastDifference, limit });
      const { length } = differences.at;
      if (length === 0 || length > limit) return length > 0;
      return !areCarets({ before, after, map, differences }, caretWidth);
    },
  };
}
