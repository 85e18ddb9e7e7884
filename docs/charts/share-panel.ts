import { element, label, polyline } from "./svg.ts";
import type { Point } from "./svg.ts";

/** A named line through points whose coordinates are shares from 0 to 1. */
export interface ShareLine {
  readonly name: string;
  readonly color: string;
  readonly points: readonly Point[];
  /** Points that are drawn as dots, all without it. */
  readonly dots?: readonly Point[];
}

/** A square of shares against shares. */
interface SharePanel {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  readonly lines: readonly ShareLine[];
  /** True to draw the line on which both shares are the same. */
  readonly hasDiagonal: boolean;
  readonly left: number;
}

/** Height of a chart of such panels. */
export const SHARE_CHART_HEIGHT = 530;

const TOP = 78;
const SIZE = 360;
const TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const ROW_HEIGHT = 18;

/** Draws a panel, 420 wide, with the names of the lines in the corner that lines keep free. */
export function drawSharePanel({
  title,
  across,
  up,
  lines,
  hasDiagonal,
  left,
}: SharePanel): string {
  const [plotLeft, plotTop] = [left + 52, TOP + 36];
  const bottom = plotTop + SIZE;
  const place = ({ x, y }: Point): Point => ({ x: plotLeft + x * SIZE, y: bottom - y * SIZE });
  const between = (from: Point, to: Point, style: string): string =>
    polyline([place(from), place(to)], { class: style });
  return [
    label(title, { x: plotLeft, y: TOP + 10, class: "heading" }),
    ...TICKS.flatMap((at) => {
      const [below, beside] = [place({ x: at, y: 0 }), place({ x: 0, y: at })];
      const style = at === 0 ? "axis" : "grid";
      return [
        between({ x: 0, y: at }, { x: 1, y: at }, style),
        between({ x: at, y: 0 }, { x: at, y: 1 }, style),
        label(String(at), { x: below.x, y: below.y + 18, class: "tick middle" }),
        label(String(at), { x: beside.x - 8, y: beside.y + 4, class: "tick end" }),
      ];
    }),
    hasDiagonal
      ? polyline([place({ x: 0, y: 0 }), place({ x: 1, y: 1 })], {
          stroke: "#64748b",
          "stroke-dasharray": "6 4",
        })
      : "",
    label(across, { x: plotLeft + SIZE / 2, y: bottom + 38, class: "small middle" }),
    label(up, { x: plotLeft, y: plotTop - 6, class: "tick" }),
    ...lines.map(({ color, points, dots = points }) =>
      [
        polyline(points.map(place), { stroke: color, "stroke-width": 2.5 }),
        ...dots
          .map(place)
          .map(({ x, y }) => element("circle", { cx: x, cy: y, r: 4, fill: color })),
      ].join(""),
    ),
    ...lines.map(({ name, color }, index) => {
      const { x, y } = place({ x: Number(hasDiagonal), y: 0 });
      const side = hasDiagonal ? { x: x - 12, class: "name end" } : { x: x + 12, class: "name" };
      const row = index - lines.length;
      return label(name, { ...side, y: y - 10 + (row + 1) * ROW_HEIGHT, fill: color });
    }),
  ].join("\n");
}
