const UNITS = ["B", "K", "M", "G"] as const;

/** A number of bytes as listings show it: `0B`, `512B`, `1.5K`, `2M`. */
export function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_024 && unit < UNITS.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${size % 1 === 0 ? size : size.toFixed(1)}${UNITS[unit]}`;
}
