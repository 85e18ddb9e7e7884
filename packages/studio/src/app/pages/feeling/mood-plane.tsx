import type { Emotion } from "@kioku/core";
import type { JSX } from "preact";

import { Card } from "../../parts/card.js";
import { percent } from "../../words/format.js";
import { feelingColor } from "./feeling-color.js";
import type { Shown } from "./shown.js";
import { emotionOf } from "./simulation/held.js";
import { words } from "./words.js";

const WIDTH = 360;
const HEIGHT = 210;
/** Days of the trail. */
const TRAIL = 14;
const APART = 8;
const STEP = 0.05;
const KEYS: Readonly<Record<string, readonly [valence: number, arousal: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};

/** The mood on the plane of pleasantness and excitement, among the memories. */
export function MoodPlane({
  shown,
  onMood,
}: {
  readonly shown: Shown;
  readonly onMood: (mood: Emotion) => void;
}): JSX.Element {
  const text = words();
  const { days, today, rows, chances, chosen, run } = shown;
  const { valence, arousal } = today.mood;
  const set = (right: number, up: number): void =>
    onMood({ valence: round(right, -1), arousal: round(up, 0) });
  const pull = (event: PointerEvent): void => {
    if (event.buttons !== 1) return;
    const plane = event.currentTarget as Element;
    const { left, top, width, height } = plane.getBoundingClientRect();
    plane.setPointerCapture(event.pointerId);
    set((2 * (event.clientX - left)) / width - 1, 1 - (event.clientY - top) / height);
  };
  const press = (event: KeyboardEvent): void => {
    const by = KEYS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    set(valence + by[0], arousal + by[1]);
  };
  const trail = days.slice(Math.max(run.day - TRAIL, 0), run.day + 1);
  const [x, y] = pointOf(today.mood);
  const says = text.moodIs(round(valence, -1), round(arousal, 0));
  return (
    <Card title={text.moodTitle} aside={<p>{says}</p>}>
      <div
        class="feel-mood"
        role="slider"
        tabIndex={0}
        aria-label={text.moodLabel}
        aria-valuemin={-1}
        aria-valuemax={1}
        aria-valuenow={round(valence, -1)}
        aria-valuetext={says}
        onKeyDown={press}
        onPointerDown={pull}
        onPointerMove={pull}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <text x={WIDTH / 2 + 6} y={18}>
            {text.excited}
          </text>
          <path d={`M${WIDTH / 2} 0V${HEIGHT}H0H${WIDTH}`} />
          {rows.map((row, index) => {
            const held = today.memories[index];
            const emotion = held && emotionOf(held);
            if (emotion === undefined) return null;
            const [cx, cy] = pointOf(emotion);
            const chance = chances[index] ?? 0;
            return (
              <circle
                key={row.id}
                class={index === chosen ? "dot chosen" : "dot"}
                // Around their place, so that those that feel the same are told apart.
                cx={cx + APART * Math.cos(index * 2.4)}
                cy={cy + APART * Math.sin(index * 2.4)}
                r={2 + 13 * Math.sqrt(chance)}
                style={{ fill: feelingColor(held) }}
              >
                <title>{`${row.text} · ${percent(chance)}`}</title>
              </circle>
            );
          })}
          <polyline points={trail.map(({ mood }) => pointOf(mood).join()).join(" ")} />
          <circle class="now" cx={x} cy={y} r={7} />
        </svg>
      </div>
      <p class="row between faint" aria-hidden="true">
        <span>{text.unpleasant}</span>
        <span>{text.calm}</span>
        <span>{text.pleasant}</span>
      </p>
      <p class="faint">{run.formula === "published" ? text.noMood : text.moodNote}</p>
    </Card>
  );
}

function pointOf({ valence, arousal }: Emotion): readonly [x: number, y: number] {
  return [((valence + 1) / 2) * WIDTH, (1 - arousal) * HEIGHT];
}

/** Rounds to what an address can hold, and clamps to at most 1. */
function round(value: number, least: number): number {
  return Math.round(Math.min(Math.max(value, least), 1) * 100) / 100;
}
