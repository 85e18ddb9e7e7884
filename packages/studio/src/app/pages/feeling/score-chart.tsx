import type { JSX } from "preact";

import { LineChart } from "../../charts/line-chart.js";
import { linearScale } from "../../charts/scale.js";
import { number } from "../../words/format.js";
import { feelingColor } from "./feeling-color.js";
import type { Flashback, Shown } from "./shown.js";
import { aged } from "./simulation/held.js";
import { LAST_DAY, scoreOf } from "./simulation/run.js";
import { words } from "./words.js";

const HEIGHT = 300;
const DAYS = linearScale(0, LAST_DAY, [0, 10, 20, 30, 40, 50, LAST_DAY]);

/** Scores of the memories up to the day that is looked at, and a slider along the days. */
export function ScoreChart({
  shown,
  backs,
}: {
  readonly shown: Shown;
  readonly backs: readonly Flashback[];
}): JSX.Element {
  const text = words();
  const { days, today, run, rows, chosen, change } = shown;
  const { day, flashback } = run;
  const top = niceTop(
    Math.max(
      ...days.flatMap((one) =>
        one.scores.map((score, at) => score * (one.flashback === at ? flashback : 1)),
      ),
    ),
  );
  const curves = rows.map((row, memory) => ({
    name: row.id,
    mark: "",
    color: feelingColor(today.memories[memory]),
    isStrong: memory === chosen,
    until: day,
    at: (x: number) => {
      const { memories, flashback: back } = days[Math.floor(x)] ?? today;
      const factor = back === memory && x % 1 < 0.1 ? flashback : 1;
      const held = memories[memory];
      return held ? factor * scoreOf(aged(held, x % 1), run) : 0;
    },
  }));
  const dots = backs.map(({ at, memory }) => ({
    id: String(at),
    x: at,
    y: (days[at]?.scores[memory] ?? 0) * flashback,
    color: "var(--seal)",
    label: rows[memory]?.text ?? "",
    note: text.returnedOn(at),
  }));
  return (
    <div class="feel-scores">
      <LineChart
        label={text.chartLabel(rows.length, day)}
        x={DAYS}
        y={linearScale(0, top, [0, top / 4, top / 2, (top * 3) / 4, top])}
        showX={(at) => text.dayShort(Math.round(at))}
        showY={number}
        height={HEIGHT}
        {...{ curves, dots }}
      />
      <input
        class="slider"
        type="range"
        min={0}
        max={LAST_DAY}
        value={day}
        aria-label={text.day}
        aria-valuetext={text.dayOf(day, LAST_DAY)}
        onInput={({ currentTarget }) => change({ day: currentTarget.valueAsNumber })}
      />
    </div>
  );
}

/** Returns a round number at or above a value. */
function niceTop(value: number): number {
  const size = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8].find((one) => one * size >= value) ?? 10) * size;
}
