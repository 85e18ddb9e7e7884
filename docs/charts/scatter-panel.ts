import { placeLabels } from "./place-labels.ts";
import { element, label, polyline } from "./svg.ts";
import type { Point } from "./svg.ts";

/** A named point. */
export interface Spot {
  readonly name: string;
  readonly color: string;
  /** Greater than 0. */
  readonly x: number;
  readonly y: number;
}

/** A height that has no place on the horizontal axis: a dashed line across. */
export interface Mark {
  readonly name: string;
  readonly y: number;
}

/** Points between a logarithmic axis, below, and a plain one. */
export interface ScatterPanel {
  readonly title: string;
  readonly spots: readonly Spot[];
  readonly marks: readonly Mark[];
  /** Labels of the axes by their values; an axis goes from its first value to its last. */
  readonly columns: ReadonlyMap<number, string>;
  readonly levels: ReadonlyMap<number, string>;
  readonly top: number;
}

const LEFT = 62;
const RIGHT = 918;
const HEIGHT = 250;
const DOT = 6;

/** Draws a panel, 310 high. */
export function drawScatterPanel({ title, spots, marks, ...axes }: ScatterPanel): string {
  const plotTop = axes.top + 28;
  const bottom = plotTop + HEIGHT;
  const across = shareBetween([...axes.columns.keys()].map((x) => Math.log(x)));
  const up = shareBetween([...axes.levels.keys()]);
  const place = (x: number, y: number): Point => ({
    x: LEFT + across(Math.log(x)) * (RIGHT - LEFT),
    y: bottom - up(y) * HEIGHT,
  });
  const heights = marks.map((mark) => ({ ...mark, height: place(1, mark.y).y }));
  const dots = spots.map((spot) => ({ ...spot, at: place(spot.x, spot.y) }));
  return [
    label(title, { x: LEFT, y: axes.top + 10, class: "heading" }),
    ...[...axes.levels].map(([y, name]) => drawLevel(name, place(1, y).y, bottom)),
    ...[...axes.columns].map(([x, name]) => drawColumn(name, place(x, 0).x, { plotTop, bottom })),
    ...heights.map(({ name, height }) => drawMark(name, height)),
    ...dots.map(({ at, color }) => element("circle", { cx: at.x, cy: at.y, r: DOT, fill: color })),
    ...placeLabels(dots, {
      inside: { left: LEFT, right: RIGHT, top: plotTop, bottom },
      lines: heights.map(({ height }) => ({
        left: LEFT,
        right: RIGHT,
        top: height - 1,
        bottom: height + 1,
      })),
    }).map(({ name, color, x, y, anchor }) =>
      label(name, { x, y, class: `name ${anchor}`.trimEnd(), fill: color }),
    ),
  ].join("\n");
}

/** Where a value lies between the least and the greatest, from 0 to 1. */
function shareBetween(values: readonly number[]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => (value - least) / (most - least);
}

function drawLevel(name: string, y: number, bottom: number): string {
  return drawLine({ x: LEFT, y }, { x: RIGHT, y }, y === bottom ? "axis" : "grid").concat(
    label(name, { x: LEFT - 8, y: y + 4, class: "tick end" }),
  );
}

function drawColumn(
  name: string,
  x: number,
  { plotTop, bottom }: { readonly plotTop: number; readonly bottom: number },
): string {
  return drawLine({ x, y: plotTop }, { x, y: bottom }, "grid").concat(
    label(name, { x, y: bottom + 18, class: "tick middle" }),
  );
}

function drawLine(from: Point, to: Point, style: string): string {
  return polyline([from, to], { class: style });
}

function drawMark(name: string, y: number): string {
  const points = [
    { x: LEFT, y },
    { x: RIGHT, y },
  ];
  return (
    polyline(points, { stroke: "#64748b", "stroke-width": 1.2, "stroke-dasharray": "6 4" }) +
    label(name, { x: RIGHT - 6, y: y - 5, class: "tick end" })
  );
}
