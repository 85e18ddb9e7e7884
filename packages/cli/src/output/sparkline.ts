const LEVELS = "▁▂▃▄▅▆▇█";
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const;

/**
 * Returns a line of blocks as high as the values, one for each column; `width` columns if there are
 * more values, each the mean of its part. The highest block is `top`, by default the largest value.
 */
export function sparkline(
  values: readonly number[],
  width: number,
  top: number = Math.max(0, ...values),
): string {
  const columns = Math.min(width, values.length);
  return Array.from({ length: columns }, (_, index) => {
    const part = values.slice(
      Math.floor((index * values.length) / columns),
      Math.floor(((index + 1) * values.length) / columns),
    );
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    const level = top > 0 ? Math.round((mean / top) * (LEVELS.length - 1)) : 0;
    return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, level || 0))];
  }).join("");
}

/** Returns a bar of eighths of columns, as long as a share of `width`; no spaces follow. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share || 0)) * width * 8);
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}
