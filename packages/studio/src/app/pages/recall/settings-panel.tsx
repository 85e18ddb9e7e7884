import type { ComponentChildren, JSX } from "preact";

import { DaySlider } from "../../parts/day-slider.js";
import { Segmented, Select, Slider, Switch } from "../../parts/fields.js";
import { memoryWords } from "../../words/memory-words.js";
import { type LabSettings, SCORINGS, USUAL } from "./lab-settings.js";
import { decimal } from "./step-words.js";
import { scoringNames, words } from "./words.js";

/** Ends and steps of sliders. */
const SLIDERS = [
  ["min", USUAL.min, 1, 0.05],
  ["limit", 1, 50, 1],
  ["diverse", 0, 1, 0.05],
  ["near", 0, 5, 1],
  ["mood", USUAL.mood, 1, 0.1],
] as const;

/** Settings of one recall. */
export function SettingsPanel({
  title,
  settings,
  differing,
  from,
  onChange,
}: {
  readonly title: string;
  readonly settings: LabSettings;
  /** Names of those that the other recall has otherwise. */
  readonly differing: ReadonlySet<keyof LabSettings>;
  /** When the oldest memory was written; absent: no memory, or not known yet. */
  readonly from: string | undefined;
  readonly onChange: (changes: Partial<LabSettings>) => void;
}): JSX.Element {
  const text = words();
  const names = scoringNames();
  const one = (name: keyof LabSettings, field: ComponentChildren): JSX.Element => (
    <div key={name} class={differing.has(name) ? "differs" : ""}>
      {field}
    </div>
  );
  const segmented = (name: "axis" | "mode", all: readonly (keyof typeof text)[]): JSX.Element =>
    one(
      name,
      <div class="field">
        {text[name]}
        <Segmented
          label={`${text[name]} (${title})`}
          value={settings[name]}
          options={all.map((value) => [value, text[value]] as never)}
          onChange={(value) => onChange({ [name]: value })}
        />
      </div>,
    );
  return (
    <details class="settings" open={innerWidth >= 820}>
      <summary>{title}</summary>
      <div class="fields">
        {segmented("mode", ["hybrid", "semantic", "keyword"])}
        {one(
          "scoring",
          <Select
            label={text.scoring}
            value={settings.scoring}
            options={SCORINGS.map((name) => [name, names[name]] as const)}
            onChange={(scoring) => onChange({ scoring })}
          />,
        )}
        {SLIDERS.map(([name, min, max, step]) =>
          one(
            name,
            <Slider
              label={text[name]}
              {...{ min, max, step, value: settings[name] }}
              show={(value) => shown(name, value)}
              onChange={(value) => onChange({ [name]: value })}
            />,
          ),
        )}
        {from !== undefined &&
          one(
            "at",
            <DaySlider from={from} day={settings.at} onChange={(at) => onChange({ at })} />,
          )}
        {settings.at !== "" && segmented("axis", ["both", "known", "valid"])}
        <div class="switches">
          {(["rerank", "archived", "below"] as const).map((name) =>
            one(
              name,
              <Switch
                label={text[name]}
                value={settings[name] === 1}
                onChange={(value) => onChange({ [name]: Number(value) })}
              />,
            ),
          )}
        </div>
      </div>
    </details>
  );
}

/** Writes the value of a slider. */
function shown(name: (typeof SLIDERS)[number][0], value: number): string {
  if (name === "limit" || name === "near") return String(value);
  const text = words();
  if (value < 0 && name === "min") return text.asConfigured;
  if (name !== "mood") return decimal(value);
  if (value < -1) return text.off;
  return `${memoryWords()[value < 0 ? "unpleasant" : "pleasant"]} ${decimal(Math.abs(value))}`;
}
