import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";

import { Drawing, Tip } from "./chart-drawing.js";
import { chartFrame, labelWidth, LEAST_HEIGHT, nearest } from "./chart-frame.js";
import type { Curve, Dot } from "./curve.js";
import { Readout } from "./readout.js";
import type { Scale } from "./scale.js";
import { useWidth } from "./use-width.js";

interface LineChartProps {
  /** Says in a sentence what is seen, to those who do not see it. */
  readonly label: string;
  readonly x: Scale;
  readonly y: Scale;
  /** Writes a value of x. */
  readonly showX: (value: number) => string;
  /** Writes a value of y. */
  readonly showY: (value: number) => string;
  readonly curves: readonly Curve[];
  /** Called with the name of the curve that was chosen in the legend. */
  readonly onCurve?: (name: string) => void;
  readonly dots?: readonly Dot[];
  /** Height in pixels. @defaultValue by the width */
  readonly height?: number;
  /** Called with the dot that was chosen. */
  readonly onDot?: (id: string) => void;
}

const STEP = 0.01;
/** Pixels around a dot in which it is pointed at. */
const REACH = 14;
const NONE: readonly Dot[] = [];

/**
 * Curves and dots over two axes, with a cursor that follows the pointer and the arrow keys: left
 * and right move along x, up and down go from dot to dot, Enter chooses one.
 */
export function LineChart(props: LineChartProps): JSX.Element {
  const { label, x, y, showX, showY, curves, dots = NONE, height, onCurve, onDot } = props;
  const [ref, width] = useWidth<HTMLDivElement>();
  const [place, setPlace] = useState<number>();
  const [dotId, setDotId] = useState<string>();
  const frame = useMemo(
    () =>
      chartFrame(
        { width, height },
        Math.max(0, ...y.ticks.map((value) => labelWidth(showY(value)))),
      ),
    [width, height, y, showY],
  );
  const points = useMemo(
    () =>
      dots
        .map((dot) => ({ dot, x: frame.toX(x.place(dot.x)), y: frame.toY(y.place(dot.y)) }))
        .toSorted((a, b) => a.x - b.x),
    [dots, frame, x, y],
  );
  const drawing = useMemo(
    () => <Drawing {...props} frame={frame} points={points} />,
    [frame, points, x, y, showX, showY, curves],
  );
  const current = points.find(({ dot }) => dot.id === dotId);
  const choose = (point: { readonly dot: Dot } | undefined, at: number | undefined): void => {
    setDotId(point?.dot.id);
    setPlace(point ? x.place(point.dot.x) : at);
  };
  const follow = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const pointer = { x: event.clientX - box.left, y: event.clientY - box.top };
    choose(nearest(points, pointer, REACH), frame.placeAt(pointer.x));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const along = KEYS[event.key];
    if (along !== undefined) {
      choose(undefined, Math.min(Math.max((place ?? 0) + along, 0), 1));
    } else if (points.length > 0 && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      const by = event.key === "ArrowUp" ? -1 : 1;
      const index = current ? points.indexOf(current) + by : 0;
      choose(points[Math.min(Math.max(index, 0), points.length - 1)], place);
    } else if (event.key === "Enter" && current) {
      onDot?.(current.dot.id);
    } else if (event.key === "Escape" && place !== undefined) {
      choose(undefined, undefined);
    } else {
      return;
    }
    event.preventDefault();
  };
  const at = place === undefined ? undefined : x.value(place);
  const lines = curves
    .filter(({ isDim = false, mark }) => mark === undefined && (onCurve !== undefined || !isDim))
    .map(({ name, color, isDim = false, at: valueAt }) => {
      const value = at === undefined || isDim ? undefined : showY(valueAt(at));
      return { name, color, isDim, value };
    });
  const read = lines.flatMap(({ name, value }) => (value === undefined ? [] : `${name} ${value}`));
  const said =
    current === undefined
      ? [at === undefined ? "" : showX(at), ...read].join(", ")
      : [current.dot.label, current.dot.note ?? ""].join(" ");
  return (
    <figure class="chart">
      <div
        class={current && onDot ? "plot chosen" : "plot"}
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round((place ?? 0) * 100)}
        aria-valuetext={said}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={({ pointerType }) => {
          if (pointerType !== "touch") choose(undefined, undefined);
        }}
        onBlur={() => choose(undefined, undefined)}
        onClick={() => current && onDot?.(current.dot.id)}
        onKeyDown={onKeyDown}
        style={{ minHeight: `${height ?? LEAST_HEIGHT}px` }}
      >
        <svg {...{ width, height: frame.height }} aria-hidden="true">
          {drawing}
          {place !== undefined && (
            <line
              class="cursor"
              x1={frame.toX(place)}
              x2={frame.toX(place)}
              y1={frame.top}
              y2={frame.bottom}
            />
          )}
          {current && <circle class="dot current" cx={current.x} cy={current.y} r={7} />}
        </svg>
        {current && <Tip frame={frame} point={current} />}
      </div>
      {curves.length > 0 && (
        <Readout lines={lines} at={at === undefined ? undefined : showX(at)} onCurve={onCurve} />
      )}
    </figure>
  );
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowRight: STEP,
  Home: -1,
  End: 1,
};
