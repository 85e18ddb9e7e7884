import type { JSX } from "preact";

import { Button } from "../../parts/button.js";
import { Sliders } from "../../parts/sliders.js";
import { duration } from "../../words/duration.js";
import { number } from "../../words/format.js";
import { firstStability, live, type Past } from "./past.js";
import { words } from "./words.js";

/** Sliders of the memory under all curves. */
export function PastSliders({
  past,
  change,
  reset,
}: {
  readonly past: Past;
  readonly change: (changes: Partial<Past>) => void;
  readonly reset: () => void;
}): JSX.Element {
  const text = words();
  return (
    <Sliders
      title={text.memory}
      aside={
        <Button kind="bare" onClick={reset}>
          {text.reset}
        </Button>
      }
      ranges={{
        uses: [0, 60, 1],
        interval: [0.5, 60, 0.5],
        importance: [0, 1, 0.05],
        relevance: [0.05, 1, 0.05],
        feeling: [
          -1,
          1,
          0.1,
          (value) =>
            value === 0
              ? text.noFeeling
              : `${value > 0 ? text.joy : text.aversion} ${number(Math.abs(value), 1)}`,
        ],
        stability: [
          0,
          120,
          1,
          (value) =>
            value === 0
              ? `${duration(firstStability(past))}, ${text.byImportance}`
              : duration(value),
        ],
      }}
      settings={past}
      {...{ text, change }}
    >
      <p class="faint">{text.stabilityNow(duration(live(past).strength.stabilityDays))}</p>
    </Sliders>
  );
}
