import { element, label, polyline } from "./svg.ts";
import type { Point } from "./svg.ts";

/** A rectangle of a picture. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The colours of a shape. */
export interface Colours {
  readonly fill: string;
  readonly stroke: string;
}

/** Shapes that stand for something of the user's. */
export const PLAIN: Colours = { fill: "#ffffff", stroke: "#94a3b8" };
/** Shapes that hold memories. */
export const STORED: Colours = { fill: "#eff6ff", stroke: "#60a5fa" };
/** Shapes that the step at hand adds. */
export const ADDED: Colours = { fill: "#ecfdf5", stroke: "#34d399" };

const GREY = "#475569";
const RIM = 6;

/** Returns a rectangle with one or two lines of text in its middle. */
export function textBox(
  { x, y, width, height }: Box,
  lines: readonly string[],
  colours: Colours = PLAIN,
): string {
  const first = y + height / 2 + 4.5 - (lines.length - 1) * 8;
  return [
    element("rect", { x, y, width, height, rx: 5, ...colours }),
    ...lines.map((line, index) =>
      label(line, { x: x + width / 2, y: first + index * 16, class: "tick middle" }),
    ),
  ].join("");
}

/** Returns a server: a cylinder. */
export function cylinder({ x, y, width, height }: Box, colours: Colours = STORED): string {
  const right = x + width;
  const bottom = y + height;
  const middle = x + width / 2;
  const arc = `A${width / 2} ${RIM} 0 0`;
  const side = `M${x} ${y + RIM} V${bottom - RIM} ${arc} 0 ${right} ${bottom - RIM} V${y + RIM}`;
  return [
    element("path", { d: side, ...colours }),
    element("ellipse", { cx: middle, cy: y + RIM, rx: width / 2, ry: RIM, ...colours }),
  ].join("");
}

/** Returns a file: a sheet with a folded corner. */
export function sheet({ x, y, width, height }: Box, colours: Colours = STORED): string {
  const fold = 12;
  const right = x + width;
  const outline = `M${x} ${y} H${right - fold} L${right} ${y + fold} V${y + height} H${x} Z`;
  const corner = `M${right - fold} ${y} V${y + fold} H${right}`;
  return element("path", { d: outline, ...colours }) + element("path", { d: corner, ...colours });
}

/** Returns an arrow between two points. */
export function arrow(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const neck = { x: to.x - along.x * 7, y: to.y - along.y * 7 };
  const [left, right] = [5, -5].map(
    (side) => `${tenth(neck.x - along.y * side)} ${tenth(neck.y + along.x * side)}`,
  );
  return [
    polyline([from, neck], { stroke: GREY, "stroke-width": 1.4 }),
    element("polygon", { points: `${left} ${right} ${to.x} ${to.y}`, fill: GREY }),
  ].join("");
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}
