const BYTE_UNITS = ["kB", "MB", "GB", "TB"] as const;
const DAY_MS = 86_400_000;
const DURATION_UNITS = [
  [DAY_MS, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** Returns a whole number with separators: `12,345`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** Returns a count with its noun: `1 memory`, `2 memories`. */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Returns a size: `512 B`, `8.4 MB`. */
export function bytes(value: number): string {
  let [size, unit] = [value, "B"];
  for (const next of BYTE_UNITS) {
    // Sizes that would be rounded up to 1000 have the next unit.
    if (size < (unit === "B" ? 1000 : 999.5)) break;
    [size, unit] = [size / 1000, next];
  }
  return `${unit !== "B" && size < 9.95 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

/** Returns a length of time, in the two largest units: `850 ms`, `3.2 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000) * 1000;
  const first = DURATION_UNITS.findIndex(([size]) => seconds >= size);
  let rest = seconds;
  return DURATION_UNITS.slice(first, first + 2)
    .flatMap(([size, unit]) => {
      const whole = Math.floor(rest / size);
      rest -= whole * size;
      return whole === 0 ? [] : [`${whole} ${unit}`];
    })
    .join(" ");
}

/** Returns a share of 1 in percent: `42%`; `<1%` for what is little but not nothing. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0 ? "<1%" : `${rounded}%`;
}
