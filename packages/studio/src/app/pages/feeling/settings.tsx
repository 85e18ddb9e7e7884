import type { JSX } from "preact";

import { Button } from "../../parts/button.js";
import { Card } from "../../parts/card.js";
import { Select } from "../../parts/fields.js";
import { PUBLISHED, RANGES } from "../../parts/published-score.js";
import { Sliders } from "../../parts/sliders.js";
import { presentMoment } from "../../parts/use-now.js";
import type { Shown } from "./shown.js";
import { HALF_DAYS, type Resting } from "./simulation/mood.js";
import { words } from "./words.js";

const RESTING = Object.keys(HALF_DAYS) as readonly Resting[];

/** What decides the run, beside the memories and what is done to them. */
export function Settings({ shown: { run, change } }: { readonly shown: Shown }): JSX.Element {
  const text = words();
  const { resting, seed, from } = run;
  return (
    <Card
      title={text.settingsTitle}
      aside={<Button onClick={() => change(PUBLISHED)}>{text.usual}</Button>}
    >
      <Sliders ranges={RANGES} text={text.parameters} settings={run} change={change}>
        <Select
          label={text.resting}
          value={resting}
          options={RESTING.map((one) => [one, text.restings[one]] as const)}
          onChange={(value) => change({ resting: value })}
        />
        <Select
          label={text.start}
          value={from === "" ? "fresh" : "now"}
          options={(["fresh", "now"] as const).map((one) => [one, text.starts[one]] as const)}
          onChange={(value) =>
            change({ from: value === "fresh" ? "" : presentMoment().toISOString() })
          }
        />
        <label class="field">
          {text.seed}
          <input
            class="input"
            type="number"
            min={0}
            value={seed}
            onInput={({ currentTarget }) =>
              change({ seed: Math.trunc(currentTarget.valueAsNumber) || 0 })
            }
          />
        </label>
      </Sliders>
    </Card>
  );
}
