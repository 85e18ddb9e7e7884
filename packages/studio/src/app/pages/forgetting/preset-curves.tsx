import type { ScoringPreset } from "@kioku/plugins/scorings";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import type { Curve } from "../../charts/curve.js";
import { LineChart } from "../../charts/line-chart.js";
import { linearScale } from "../../charts/scale.js";
import { Button } from "../../parts/button.js";
import { Card } from "../../parts/card.js";
import { useSettings } from "../../parts/use-settings.js";
import { duration } from "../../words/duration.js";
import { percent } from "../../words/format.js";
import { PastSliders } from "./past-sliders.js";
import { FIRST_PAST } from "./past.js";
import { PRESETS, presetShare } from "./preset-shares.js";
import { presetWords } from "./preset-words.js";
import { TIME } from "./time-scale.js";
import { words } from "./words.js";

const SHARE = linearScale(0, 1, [0, 0.25, 0.5, 0.75, 1]);
const FIRST = { ...FIRST_PAST, preset: "" };

/** Curves of all presets for one memory, whose past can be set. */
export function PresetCurves(): JSX.Element {
  const [settings, change] = useSettings(FIRST);
  const { preset, ...past } = settings;
  const key = JSON.stringify(past);
  const shares = useMemo(() => PRESETS.map((name) => presetShare(name, past)), [key]);
  const isAlone = PRESETS.some((name) => name === preset);
  const curves = useMemo(
    () =>
      PRESETS.map((name, index): Curve => ({
        name,
        color: colorOf(name),
        at: shares[index] ?? (() => 0),
        isDim: isAlone && name !== preset,
      })),
    [shares, preset],
  );
  const choose = (name: string): void => change({ preset: name === preset ? "" : name });
  const text = words();
  const about = presetWords();
  return (
    <Card
      title={text.curves}
      aside={
        isAlone ? (
          <Button kind="bare" onClick={() => change({ preset: "" })}>
            {text.showAll}
          </Button>
        ) : (
          <p>{text.curvesAside}</p>
        )
      }
    >
      <div class="columns wide-first">
        <LineChart
          label={text.curvesLabel(PRESETS.length)}
          x={TIME}
          y={SHARE}
          showX={duration}
          showY={percent}
          curves={curves}
          onCurve={choose}
        />
        <PastSliders past={past} change={change} reset={() => change(FIRST_PAST)} />
      </div>
      <h3 class="origins-title">{text.why}</h3>
      <p class="prose">{text.whyText}</p>
      <h3 class="origins-title">{text.origins}</h3>
      <dl class="origins">
        {PRESETS.map((name) => (
          <div key={name} class={isAlone && name !== preset ? "dim" : ""}>
            <dt>
              <span class="swatch" style={{ background: colorOf(name) }} aria-hidden="true" />
              {name}
            </dt>
            <dd>{about[name]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Returns the colour of a preset, the same everywhere. */
function colorOf(preset: ScoringPreset): string {
  return `var(--hue-${PRESETS.indexOf(preset) + 1})`;
}
