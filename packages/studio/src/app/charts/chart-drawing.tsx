import type { JSX } from "preact";

import { fittingTicks } from "./chart-frame.js";
import type { ChartFrame } from "./chart-frame.js";
import type { Curve, Dot } from "./curve.js";
import type { Scale } from "./scale.js";

const SAMPLES = 240;
const TIP = 260;

/** A dot at its place in pixels. */
export interface PlacedDot {
  readonly dot: Dot;
  readonly x: number;
  readonly y: number;
}

/** Axes, curves and dots: all but the cursor. */
export function Drawing({
  frame,
  points,
  x,
  y,
  showX,
  showY,
  curves,
}: {
  readonly x: Scale;
  readonly y: Scale;
  readonly showX: (value: number) => string;
  readonly showY: (value: number) => string;
  readonly curves: readonly Curve[];
  readonly frame: ChartFrame;
  readonly points: readonly PlacedDot[];
}): JSX.Element {
  const { left, right, height, toX, toY } = frame;
  return (
    <>
      {y.ticks.map((value) => (
        <g key={value}>
          <line
            class="grid"
            x1={left}
            x2={right}
            y1={toY(y.place(value))}
            y2={toY(y.place(value))}
          />
          <text x={left - 8} y={toY(y.place(value)) + 4} text-anchor="end">
            {showY(value)}
          </text>
        </g>
      ))}
      {fittingTicks(frame, x, showX).map(({ value, text, x: middle }) => (
        <text key={value} x={middle} y={height - 6} text-anchor="middle">
          {text}
        </text>
      ))}
      {curves.map((curve) => (
        <polyline
          key={curve.name}
          class={classOf(curve)}
          style={{ stroke: curve.color }}
          points={Array.from({ length: SAMPLES + 1 }, (_, index) => {
            const place = Math.min(index / SAMPLES, x.place(curve.until ?? Infinity));
            return `${toX(place).toFixed(1)},${toY(y.place(curve.at(x.value(place)))).toFixed(1)}`;
          }).join(" ")}
        />
      ))}
      {curves.map(({ name, mark, at }) =>
        mark === undefined ? null : (
          <text key={name} x={right} y={toY(y.place(at(x.value(1)))) + 13} text-anchor="end">
            {mark}
          </text>
        ),
      )}
      {points.map(({ dot, x: cx, y: cy }) => (
        <circle key={dot.id} class="dot" r={4} style={{ fill: dot.color }} {...{ cx, cy }} />
      ))}
    </>
  );
}

/** Text of a dot, beside it and within the chart. */
export function Tip({
  frame,
  point,
}: {
  readonly frame: ChartFrame;
  readonly point: PlacedDot;
}): JSX.Element {
  const width = Math.min(TIP, frame.width);
  const left = Math.min(Math.max(point.x - width / 2, 0), frame.width - width);
  const isBelow = point.y < frame.height / 2;
  const edge = isBelow
    ? { top: `${point.y + 14}px` }
    : { bottom: `${frame.height - point.y + 14}px` };
  return (
    <div class="tip" style={{ ...edge, left: `${left}px`, width: `${width}px` }}>
      <p class="memory-text">{point.dot.label}</p>
      {point.dot.note !== undefined && <p class="faint">{point.dot.note}</p>}
    </div>
  );
}

function classOf({ isDim = false, isDashed = false, isStrong = false }: Curve): string {
  return `curve${isDim ? " dim" : ""}${isDashed ? " dashed" : ""}${isStrong ? " strong" : ""}`;
}
