const LABEL_GAP = 18;

/** Heights, from the top down, at least a line of text apart and none below the limit. */
export function spreadLabels(wanted: readonly number[], limit: number): readonly number[] {
  const heights: number[] = [];
  for (const height of wanted)
    heights.push(Math.max(height, (heights.at(-1) ?? -Infinity) + LABEL_GAP));
  let below = limit + LABEL_GAP;
  for (let index = heights.length - 1; index >= 0; index -= 1) {
    below = Math.min(heights[index] ?? below, below - LABEL_GAP);
    heights[index] = below;
  }
  return heights;
}
