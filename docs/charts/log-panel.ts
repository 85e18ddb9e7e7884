import { spreadLabels } from "./spread-labels.ts";
import { element, label, polyline } from "./svg.ts";
import type { Point } from "./svg.ts";

/** A line through measured points, with its name behind the last one. */
export interface MeasuredLine {
  readonly name: string;
  readonly color: string;
  readonly width: number;
  /** Both greater than 0, `x` increasing. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Lines between two logarithmic axes. */
export interface LogPanel {
  readonly title: string;
  readonly lines: readonly MeasuredLine[];
  /** Labels of the axes by their values. */
  readonly columns: ReadonlyMap<number, string>;
  readonly levels: ReadonlyMap<number, string>;
  readonly top: number;
}

const LEFT = 82;
const RIGHT = 600;
const NAMES = 632;
const HEIGHT = 340;
const DOT = 3.2;

/** Draws a panel, 390 high. The axes go from the first to the last of the columns and levels. */
export function drawLogPanel({ title, lines, columns, levels, top }: LogPanel): string {
  const plotTop = top + 28;
  const bottom = plotTop + HEIGHT;
  const [across, up] = [[...columns.keys()], [...levels.keys()]].map((values) => shareIn(values));
  const place = (x: number, y: number): Point => ({
    x: LEFT + (across?.(x) ?? 0) * (RIGHT - LEFT),
    y: bottom - (up?.(y) ?? 0) * HEIGHT,
  });
  const at = { left: LEFT, right: RIGHT, plotTop, bottom };
  return [
    label(title, { x: LEFT, y: top + 10, class: "heading" }),
    ...[...levels].map(([y, name]) => drawLevel(name, place(1, y).y, at)),
    ...[...columns].map(([x, name]) => drawColumn(name, place(x, 1).x, at)),
    ...lines.map((line) => drawLine(line, place)),
    ...drawNames(lines, { place, bottom }),
  ].join("\n");
}

/** Where a value lies between the least and the greatest, from 0 to 1, on a logarithmic scale. */
function shareIn(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (value) => (most === least ? 1 : (Math.log(value) - least) / (most - least));
}

interface Plot {
  readonly left: number;
  readonly right: number;
  readonly plotTop: number;
  readonly bottom: number;
}

function drawLevel(name: string, y: number, { left, right, bottom }: Plot): string {
  const points = [
    { x: left, y },
    { x: right, y },
  ];
  return (
    polyline(points, { class: y === bottom ? "axis" : "grid" }) +
    label(name, { x: left - 8, y: y + 4, class: "tick end" })
  );
}

function drawColumn(name: string, x: number, { plotTop, bottom }: Plot): string {
  const points = [
    { x, y: plotTop },
    { x, y: bottom },
  ];
  return (
    polyline(points, { class: "grid" }) + label(name, { x, y: bottom + 18, class: "tick middle" })
  );
}

type Place = (x: number, y: number) => Point;

function drawLine({ points, color, width }: MeasuredLine, place: Place): string {
  const placed = points.map(({ x, y }) => place(x, y));
  const dots = placed.map(({ x, y }) => element("circle", { cx: x, cy: y, r: DOT, fill: color }));
  return polyline(placed, { stroke: color, "stroke-width": width }) + dots.join("");
}

/**
 * The names in one column, moved apart where lines end close together, with a thin line to each
 * end.
 */
function drawNames(
  lines: readonly MeasuredLine[],
  { place, bottom }: { readonly place: Place; readonly bottom: number },
): readonly string[] {
  const ends = lines
    .flatMap(({ name, color, points }) => {
      const last = points.at(-1);
      return last ? [{ name, color, from: place(last.x, last.y) }] : [];
    })
    .toSorted((a, b) => a.from.y - b.from.y);
  const heights = spreadLabels(
    ends.map(({ from }) => from.y),
    bottom,
  );
  return ends.map(({ name, color, from }, index) => {
    const y = heights[index] ?? from.y;
    const leader = polyline([from, { x: NAMES - 6, y }], {
      stroke: color,
      "stroke-width": 1,
      "stroke-dasharray": "2 3",
    });
    return leader + label(name, { x: NAMES, y: y + 4, class: "name", fill: color });
  });
}
