import type { JSX } from "preact";
import { useState } from "preact/hooks";

import type { LabMemory } from "../../../wire/recall.js";
import { amountOf, decimal, fitOf, nameOf, sentenceOf } from "./step-words.js";
import { barOf, placeOf, type Span, type Step, waterfall } from "./waterfall.js";
import { words } from "./words.js";

const ROW = 19;
const BAR = 9;
/** Columns in percent: names end at, bars begin at, and their width. */
const NAME = 25;
const LEFT = 28;
const WIDTH = 60;

/** Colours of bars by what they are. */
const TONES = {
  words: "var(--hue-6)",
  meaning: "var(--hue-1)",
  neighbours: "var(--hue-3)",
  score: "var(--ink)",
  total: "var(--ink-3)",
  loss: "var(--seal)",
  gain: "var(--hue-5)",
};
/** Colours of bars that are not named one by one. */
export const LEGEND: readonly (readonly [string, string])[] = Object.entries(TONES).slice(0, 4);

interface ChartProps {
  readonly memory: LabMemory;
  readonly span: Span;
  readonly threshold: number | undefined;
}

/** Steps to the score of a memory, from top to bottom; what was pointed at is said in words. */
export function WaterfallChart({ memory, span, threshold }: ChartProps): JSX.Element {
  const steps = waterfall(memory);
  const [at, setAt] = useState<number>();
  const step = at === undefined ? undefined : steps[at - 1];
  const x = (value: number): string => `${LEFT + WIDTH * placeOf(value, span)}%`;
  const middle = (row: number): number => row * ROW + ROW / 2;
  const choose = (row: number): void => setAt(Math.min(Math.max(row, 0), steps.length));
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    choose((at ?? -1) + by);
  };
  const isWeak = threshold !== undefined && memory.relevance < threshold;
  return (
    <figure class="waterfall">
      <svg
        width="100%"
        height={(steps.length + 1) * ROW}
        role="img"
        tabIndex={0}
        aria-label={words().steps(decimal(memory.score))}
        onKeyDown={move}
        onPointerMove={({ offsetY }) => choose(Math.floor(offsetY / ROW))}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
      >
        {at !== undefined && <rect class="lit" width="100%" y={at * ROW} height={ROW} rx={4} />}
        <line class="zero" x1={x(0)} x2={x(0)} y1={ROW} y2={(steps.length + 1) * ROW} />
        <Line row={0} name={nameOf("fit")} amount={decimal(memory.relevance)} />
        <line class="track" x1={x(0)} x2={x(memory.relevance)} y1={middle(0)} y2={middle(0)} />
        <circle
          class={isWeak ? "fit weak" : "fit"}
          cx={x(memory.relevance)}
          cy={middle(0)}
          r={3.5}
        />
        {threshold !== undefined && (
          <line class="threshold" x1={x(threshold)} x2={x(threshold)} y1={1} y2={ROW - 1} />
        )}
        {steps.map((one, index) => {
          const row = index + 1;
          const { start, width } = barOf(one, span);
          const isTotal = one.from === 0 && one.sort !== "part" && one.sort !== "term";
          return (
            <g key={row} class={isTotal ? "total" : undefined}>
              <Line row={row} name={nameOf(one.name)} amount={amountOf(one)} />
              {isJoined(one, steps[row]) && (
                <line
                  class="joint"
                  x1={x(one.to)}
                  x2={x(one.to)}
                  y1={middle(row)}
                  y2={middle(row + 1)}
                />
              )}
              <rect
                style={{ fill: toneOf(one) }}
                x={`${LEFT + WIDTH * start}%`}
                width={`${Math.max(WIDTH * width, 0.4)}%`}
                y={middle(row) - BAR / 2}
                height={BAR}
                rx={1.5}
              />
            </g>
          );
        })}
      </svg>
      <p class="faint said" aria-live={step === undefined ? "off" : "polite"}>
        {step === undefined ? fitOf(memory.relevance, threshold) : sentenceOf(step, memory)}
      </p>
    </figure>
  );
}

/** Tests if the next bar begins, or as a total ends, where a bar ends. */
function isJoined({ to }: Step, next: Step | undefined): boolean {
  const isNear = (value: number): boolean => Math.abs(value - to) < 1e-4;
  return next !== undefined && (isNear(next.from) || isNear(next.to));
}

/** Name and number of a step. */
function Line({
  row,
  name,
  amount,
}: {
  readonly row: number;
  readonly name: string;
  readonly amount: string;
}): JSX.Element {
  const y = row * ROW + ROW / 2 + 4;
  return (
    <>
      <text x={`${NAME}%`} y={y} text-anchor="end">
        {name}
      </text>
      <text class="amount" x="100%" y={y} text-anchor="end">
        {amount}
      </text>
    </>
  );
}

/** The same in one line: the parts side by side, and a mark at the score. */
export function WaterfallStrip({ memory, span }: Omit<ChartProps, "threshold">): JSX.Element {
  const steps = waterfall(memory);
  const score = 100 * placeOf(memory.score, span);
  return (
    <svg class="score-strip" width="100%" height={14} aria-hidden="true">
      <rect class="rail" width="100%" y={3} height={8} rx={2} />
      {steps
        .filter(({ sort }) => sort === "part")
        .map((one) => {
          const { start, width } = barOf(one, span);
          return (
            <rect
              key={one.name}
              style={{ fill: toneOf(one) }}
              x={`${100 * start}%`}
              width={`${100 * width}%`}
              y={3}
              height={8}
            />
          );
        })}
      <line class="mark" x1={`${score}%`} x2={`${score}%`} y1={0} y2={14} />
    </svg>
  );
}

/** Returns the colour of a step by what it is. */
function toneOf({ sort, name, from, to }: Step): string {
  if (sort === "score") return TONES.score;
  if (sort === "relevance" || sort === "sum") return TONES.total;
  if (to < from) return TONES.loss;
  if (sort !== "part") return TONES.gain;
  return name === "words" || name === "meaning" ? TONES[name] : TONES.neighbours;
}
