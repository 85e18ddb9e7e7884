import type { JSX } from "preact";

import { date } from "../words/format.js";
import { shared } from "../words/shared.js";
import { Slider } from "./fields.js";
import { presentMoment } from "./use-now.js";

const MS_PER_DAY = 86_400_000;

/** Day to look back at, such as `2026-03-05`; empty: today. */
export function DaySlider({
  from,
  day,
  onChange,
}: {
  /** First moment of which something is known. */
  readonly from: string;
  readonly day: string;
  readonly onChange: (day: string) => void;
}): JSX.Element {
  const today = dayOf(presentMoment());
  const text = shared();
  return (
    <Slider
      label={text.asOf}
      min={Math.min(dayOf(from), today) - 1}
      max={today}
      step={1}
      value={day === "" ? today : dayOf(day)}
      show={(one) => (one < today ? date(textOf(one)) : text.now)}
      onChange={(one) => onChange(one < today ? textOf(one) : "")}
    />
  );
}

function dayOf(at: string | Date): number {
  return Math.floor(new Date(at).getTime() / MS_PER_DAY);
}

function textOf(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}
