import { spreadLabels } from "./spread-labels.ts";
import { label, polyline } from "./svg.ts";
import type { Point } from "./svg.ts";

/** A line with its name at its right end. */
export interface Line {
  readonly name: string;
  readonly color: string;
  readonly width: number;
  /** Shares from 0 to 1, spread evenly over the width of the panel. */
  readonly values: readonly number[];
}

/** A named place on an axis, from 0 (left, or below) to 1. */
interface Tick {
  readonly at: number;
  readonly name: string;
}

/** Lines between two axes of named places. */
export interface LinePanel {
  readonly title: string;
  readonly lines: readonly Line[];
  /** Places on the horizontal axis. */
  readonly ticks: readonly Tick[];
  /** Places on the vertical axis. */
  readonly levels: readonly Tick[];
  /** Where the panel begins, below what is above it. */
  readonly top: number;
}

const LEFT = 62;
const RIGHT = 790;
const HEIGHT = 300;

/** Draws a panel, 350 high, with the names right of the lines. */
export function drawLinePanel({ title, lines, ticks, levels, top }: LinePanel): string {
  const plotTop = top + 28;
  const bottom = plotTop + HEIGHT;
  const place = (at: number, share: number): Point => ({
    x: LEFT + at * (RIGHT - LEFT),
    y: bottom - share * HEIGHT,
  });
  return [
    label(title, { x: LEFT, y: top + 10, class: "heading" }),
    ...levels.map((level) => drawLevel(level, place(0, level.at))),
    ...ticks.map(({ at, name }) => drawTick(name, place(at, 0))),
    ...lines.map(({ values, color, width }) =>
      polyline(
        values.map((value, index) => place(index / (values.length - 1), value)),
        { stroke: color, "stroke-width": width, "stroke-linejoin": "round" },
      ),
    ),
    ...drawNames(lines, (share) => place(1, share)),
  ].join("\n");
}

function drawLevel({ at, name }: Tick, { x, y }: Point): string {
  const line = polyline(
    [
      { x, y },
      { x: RIGHT, y },
    ],
    { class: at === 0 ? "axis" : "grid" },
  );
  return line + label(name, { x: x - 8, y: y + 4, class: "tick end" });
}

function drawTick(name: string, { x, y }: Point): string {
  const line = polyline(
    [
      { x, y },
      { x, y: y - HEIGHT },
    ],
    { class: "grid" },
  );
  return line + label(name, { x, y: y + 18, class: "tick middle" });
}

/**
 * The names at the ends of the lines, moved apart where lines end close together, with a thin line
 * to each end.
 */
function drawNames(lines: readonly Line[], end: (share: number) => Point): readonly string[] {
  const sorted = lines
    .map(({ name, color, values }) => ({ name, color, from: end(values.at(-1) ?? 0) }))
    .toSorted((a, b) => a.from.y - b.from.y);
  const heights = spreadLabels(
    sorted.map(({ from }) => from.y),
    end(0).y,
  );
  return sorted.map(({ name, color, from }, index) => {
    const y = heights[index] ?? from.y;
    const leader = polyline([from, { x: from.x + 16, y }], { stroke: color, "stroke-width": 1 });
    return leader + label(name, { x: from.x + 21, y: y + 4, class: "name", fill: color });
  });
}
