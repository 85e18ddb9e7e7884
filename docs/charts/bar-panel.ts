import { element, label, polyline } from "./svg.ts";

/** A bar to the right for a loss, to the left for a gain. */
export interface Bar {
  readonly name: string;
  /** Points lost. */
  readonly value: number;
  /** Standard error of the value. */
  readonly error: number;
}

/** Bars below each other on a scale that is the same in every panel. */
interface BarPanel {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly left: number;
  readonly top: number;
}

const LABEL_WIDTH = 158;
const ROW_HEIGHT = 23;
const BAR_HEIGHT = 13;
const POINT_WIDTH = 10.5;
const LEAST = -2;
const MOST = 18;
const TICKS = [0, 5, 10, 15];
const LOSS = "#c2410c";
const GAIN = "#047857";

/** Draws a panel, about 440 wide. What passes the scale is cut, with its value behind it. */
export function drawBarPanel({ title, bars, left, top }: BarPanel): string {
  const zero = left + LABEL_WIDTH - LEAST * POINT_WIDTH;
  const first = top + 22;
  const bottom = first + bars.length * ROW_HEIGHT;
  return [
    label(title, { x: left, y: top + 10, class: "heading" }),
    ...TICKS.map((tick) => drawTick(tick, zero + tick * POINT_WIDTH, { first, bottom })),
    ...bars.map((bar, index) =>
      drawBar(bar, { left, zero, y: first + (index + 0.5) * ROW_HEIGHT }),
    ),
  ].join("\n");
}

function drawTick(
  tick: number,
  x: number,
  { first, bottom }: { readonly first: number; readonly bottom: number },
): string {
  const points = [
    { x, y: first },
    { x, y: bottom },
  ];
  return (
    polyline(points, { class: tick === 0 ? "axis" : "grid" }) +
    label(tick === 0 ? "0" : `-${tick}`, { x, y: bottom + 15, class: "tick middle" })
  );
}

interface BarPlace {
  readonly left: number;
  readonly zero: number;
  /** The middle of the bar. */
  readonly y: number;
}

function drawBar({ name, value, error }: Bar, { left, zero, y }: BarPlace): string {
  const place = (points: number): number =>
    zero + Math.min(Math.max(points, LEAST), MOST) * POINT_WIDTH;
  const end = place(value);
  const isCut = value > MOST;
  const whisker = [
    { x: place(value - error), y },
    { x: place(value + error), y },
  ];
  const shape = {
    x: Math.min(zero, end),
    y: y - BAR_HEIGHT / 2,
    width: Math.abs(end - zero),
    height: BAR_HEIGHT,
    fill: value < 0 ? GAIN : LOSS,
  };
  const shown = formatPoints(value);
  return [
    label(name, { x: left + LABEL_WIDTH - 8, y: y + 4, class: "small end" }),
    element("rect", shape),
    isCut ? drawCut(end - 12, y) : "",
    isCut || error === 0 ? "" : polyline(whisker, { stroke: "#0f172a", "stroke-width": 1.2 }),
    label(shown, { x: Math.max(zero, place(value + error)) + 7, y: y + 4, class: "tick" }),
  ].join("");
}

/** A white stroke through a bar that goes on. */
function drawCut(x: number, y: number): string {
  const points = [
    { x: x - 3, y: y + 9 },
    { x: x + 3, y: y - 9 },
  ];
  return polyline(points, { stroke: "#ffffff", "stroke-width": 3 });
}

/** As it changes recall: a loss is below 0. */
function formatPoints(lost: number): string {
  const text = Math.abs(lost).toFixed(1);
  if (text === "0.0") return "0";
  return lost > 0 ? `-${text}` : `+${text}`;
}
