import type { Palette } from "./palette.ts";

/** Draws a share of 0 to 1 as a bar of this many cells. */
export function bar(share: number, cells: number, palette: Palette): string {
  const filled = Math.round(Math.min(Math.max(share, 0), 1) * cells);
  return `${palette.accent("▇".repeat(filled))}${palette.quiet("░".repeat(cells - filled))}`;
}
