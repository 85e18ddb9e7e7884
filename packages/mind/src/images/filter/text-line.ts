import type { GreyImage } from "../api/images.js";
import { median, range, sizeOf, type Box } from "./regions.js";

/** Distance up to which text beside a bar counts, in heights of the bar. */
const REACH = 3;
/** Pixels beside a bar that may be its edge. */
const EDGE = 3;
/** Least contrast of ink. */
const MIN_INK = 32;
/** The lowest row with this share of the ink of the fullest one is the baseline. */
const BASELINE_SHARE = 0.4;
/** Pixels of ink in the fullest row from which there is text. */
const MIN_TEXT = 3;

/**
 * Returns true if a bar ends on the baseline of the text beside it, as l and I do; carets reach
 * below it. Without text beside it nothing is known, and the answer is false.
 */
export function isLikeLetter(
  { before, after }: { readonly before: GreyImage; readonly after: GreyImage },
  bar: Box,
): boolean {
  const ink = countInk(before, after, bar);
  const most = Math.max(...ink);
  const baseline = ink.findLastIndex((count) => count >= BASELINE_SHARE * most);
  return most >= MIN_TEXT && baseline >= sizeOf(bar).height - 1;
}

/**
 * Counts the pixels of ink beside a bar in each row. Ink differs from the background, and from
 * what is above and below it, as lines and edges of windows do not. What changed does not count.
 */
function countInk(before: GreyImage, after: GreyImage, bar: Box): readonly number[] {
  const { width, height, pixels } = after;
  const reach = REACH * sizeOf(bar).height;
  const rows = range(bar.top, bar.bottom);
  const columns = [
    ...range(Math.max(0, bar.left - reach), bar.left - EDGE),
    ...range(bar.right + EDGE, Math.min(width - 1, bar.right + reach)),
  ];
  const grey = (x: number, y: number): number => pixels[y * width + x] ?? 0;
  const background = median(rows.flatMap((y) => columns.map((x) => grey(x, y))));
  const [above, below] = [Math.max(0, bar.top - 2), Math.min(height - 1, bar.bottom + 2)];
  const edges = columns.map((x) => (grey(x, above) + grey(x, below)) / 2);
  return rows.map(
    (y) =>
      columns.filter((x, index) => {
        const differs = (other = 0): boolean => Math.abs(grey(x, y) - other) >= MIN_INK;
        const isSame = !differs(before.pixels[y * width + x]);
        return isSame && differs(background) && differs(edges[index]);
      }).length,
  );
}
