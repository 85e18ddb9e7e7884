import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { Button } from "../../parts/button.js";
import { Card } from "../../parts/card.js";
import { Segmented } from "../../parts/fields.js";
import { number } from "../../words/format.js";
import { ScoreChart } from "./score-chart.js";
import type { Shown } from "./shown.js";
import { LAST_DAY } from "./simulation/run.js";
import { words } from "./words.js";

const FORMULAS = ["bounded", "published"] as const;
const MS_PER_DAY = 125;

/** Time: its controls, the scores over it, and what came back. */
export function Timeline({ shown }: { readonly shown: Shown }): JSX.Element {
  const text = words();
  const { change, days, run, rows } = shown;
  const { formula, day, chance } = run;
  const [isPlaying, setPlaying] = useState(false);
  const next = useRef(day);
  next.current = day + 1;
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      if (next.current > LAST_DAY) setPlaying(false);
      else change({ day: next.current });
    }, MS_PER_DAY);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const isOver = day >= LAST_DAY;
  const backs = days.flatMap(({ flashback: memory }, at) =>
    memory === undefined || at > day ? [] : [{ at, memory }],
  );
  const last = backs.at(-1);
  return (
    <Card
      title={text.timeTitle}
      aside={
        <Segmented
          label={text.formula}
          value={formula}
          options={FORMULAS.map((one) => [one, text.formulas[one]] as const)}
          onChange={(value) => change({ formula: value })}
        />
      }
    >
      <p class="faint">{text.difference[formula]}</p>
      <ScoreChart {...{ shown, backs }} />
      <div class="row">
        <Button
          kind="primary"
          onClick={() => {
            if (isOver) change({ day: 0 });
            setPlaying(!isPlaying);
          }}
        >
          {isPlaying ? text.pause : text.play}
        </Button>
        <Button disabled={isOver} onClick={() => change({ day: day + 1 })}>
          {text.nextDay}
        </Button>
        <span class="quiet" aria-live={isPlaying ? "off" : "polite"}>
          {text.dayOf(day, LAST_DAY)}
        </span>
      </div>
      <div class="row between feel-returned" aria-live={isPlaying ? "off" : "polite"}>
        {last && (
          <figure key={last.at}>
            <figcaption class="faint">{text.returnedOn(last.at)}</figcaption>
            <blockquote class="memory-text">{rows[last.memory]?.text}</blockquote>
          </figure>
        )}
        <p class="faint">{text.counted(backs.length, number(day * chance, 1))}</p>
      </div>
    </Card>
  );
}
