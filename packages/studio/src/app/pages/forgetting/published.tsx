import type { JSX } from "preact";

import type { Curve } from "../../charts/curve.js";
import { LineChart } from "../../charts/line-chart.js";
import { linearScale, logScale } from "../../charts/scale.js";
import { Card } from "../../parts/card.js";
import { Segmented } from "../../parts/fields.js";
import { boundedScore, type Moment, publishedScore } from "../../parts/published-score.js";
import { useSettings } from "../../parts/use-settings.js";
import { duration } from "../../words/duration.js";
import { number } from "../../words/format.js";
import { FIRST_SETTINGS, type PublishedSettings } from "./published-settings.js";
import { PublishedSliders } from "./published-sliders.js";
import { publishedWords } from "./published-words.js";
import { TIME } from "./time-scale.js";

const MOST_USES = 100;
const USES = linearScale(0, MOST_USES, [0, 5, 10, 20, 40, 60, 80, 100]);
const SCORE = logScale(1, 1e6, [1, 10, 100, 1000, 10_000, 100_000, 1e6]);

/** The published playground beside Kioku's bounded version. */
export function Published(): JSX.Element {
  const [settings, change] = useSettings(FIRST_SETTINGS);
  const text = publishedWords();
  const isByUses = settings.along === "uses";
  const momentAt = isByUses ? atUses(settings) : atRest(settings);
  const published = (x: number): number => publishedScore(momentAt(x), settings);
  const all: readonly Curve[] = [
    { name: text.published, color: "var(--hue-2)", at: published },
    {
      name: text.flash,
      color: "var(--hue-5)",
      at: (x) => settings.flashback * published(x),
      isDashed: true,
    },
    { name: text.bounded, color: "var(--hue-1)", at: (x) => boundedScore(momentAt(x)) },
  ];
  const curves = all.filter((curve) => !curve.isDashed || settings.chance > 0);
  const x = isByUses ? settings.times : settings.since;
  const dots = curves.map(({ name, color, at }) => ({
    id: name,
    x,
    y: at(x),
    color,
    label: `${name}: ${score(at(x))}`,
  }));
  return (
    <Card title={text.title} aside={<p>{text.aside}</p>}>
      <div class="stack">
        <p class="prose">{text.text}</p>
        <div class="columns wide-first">
          <div class="stack">
            <div>
              <Segmented
                label={text.axis}
                value={settings.along}
                options={[
                  ["uses", text.byUses],
                  ["time", text.byTime],
                ]}
                onChange={(along) => change({ along })}
              />
            </div>
            <LineChart
              label={text.chartLabel}
              x={isByUses ? USES : TIME}
              y={SCORE}
              showX={isByUses ? (uses) => text.usesOf(Math.round(uses)) : duration}
              showY={score}
              curves={curves}
              dots={dots}
            />
            <p class="notice gold">{summary(settings, text)}</p>
          </div>
          <PublishedSliders settings={settings} change={change} />
        </div>
      </div>
    </Card>
  );
}

function atUses(settings: PublishedSettings): (uses: number) => Moment {
  return (uses) => ({ ...settings, uses: Math.round(uses) });
}

/** Returns the memory after some time without use; its age at the last use stays. */
function atRest(settings: PublishedSettings): (days: number) => Moment {
  const before = Math.max(settings.age - settings.since, 0);
  return (days) => ({ ...settings, uses: settings.times, since: days, age: before + days });
}

/** Says in numbers what jumps, and how far the scores grow. */
function summary(settings: PublishedSettings, text: ReturnType<typeof publishedWords>): string {
  const at = atUses(settings);
  const [before, after] = [publishedScore(at(4), settings), publishedScore(at(5), settings)];
  return text.summary(
    score(before),
    score(after),
    number(after / before, 1),
    number(boundedScore(at(5)) / boundedScore(at(4)), 2),
    score(publishedScore(at(MOST_USES), settings)),
    score(boundedScore(at(MOST_USES))),
  );
}

function score(value: number): string {
  return number(value, value < 10 ? 1 : 0);
}
