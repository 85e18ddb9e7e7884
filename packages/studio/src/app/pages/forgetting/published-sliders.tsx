import type { JSX } from "preact";

import { Button } from "../../parts/button.js";
import { PUBLISHED, RANGES } from "../../parts/published-score.js";
import type { Range } from "../../parts/settings-query.js";
import { Sliders } from "../../parts/sliders.js";
import type { PublishedSettings } from "./published-settings.js";
import { publishedWords } from "./published-words.js";

const MOMENT: Readonly<Record<"age" | "since" | "times" | "joy" | "aversion", Range>> = {
  age: [0, 365, 1],
  since: [0, 60, 0.5],
  times: [0, 60, 1],
  joy: [0, 1, 0.05],
  aversion: [0, 1, 0.05],
};

/** Sliders of the published playground. */
export function PublishedSliders({
  settings,
  change,
}: {
  readonly settings: PublishedSettings;
  readonly change: (changes: Partial<PublishedSettings>) => void;
}): JSX.Element {
  const text = publishedWords();
  return (
    <div class="stack">
      <Sliders title={text.moment} ranges={MOMENT} {...{ text, settings, change }} />
      <Sliders
        title={text.formula}
        aside={
          <Button kind="bare" onClick={() => change(PUBLISHED)}>
            {text.reset}
          </Button>
        }
        ranges={RANGES}
        {...{ text, settings, change }}
      />
    </div>
  );
}
