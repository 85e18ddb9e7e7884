import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import type { StrengthsAnswer } from "../../../wire/forgetting.js";
import { Card } from "../../parts/card.js";
import { Sliders } from "../../parts/sliders.js";
import { Empty } from "../../parts/states.js";
import { presentMoment } from "../../parts/use-now.js";
import { useSettings } from "../../parts/use-settings.js";
import { duration } from "../../words/duration.js";
import { percent } from "../../words/format.js";
import { shared } from "../../words/shared.js";
import { fatesOf } from "./fading.js";
import { FateStrip } from "./fate-strip.js";
import { Fates } from "./fates.js";
import { OwnChart } from "./own-chart.js";
import { words } from "./words.js";

const FIRST = { ahead: 0, below: 0.7 };

/** One's own memories on their curves, and what time would leave of them. */
export function OwnMemories({ answer }: { readonly answer: StrengthsAnswer }): JSX.Element {
  const { rows, hasMore } = answer;
  const text = words();
  const [{ ahead, below }, change] = useSettings(FIRST);
  const now = useMemo(() => presentMoment(), [answer]);
  const fates = fatesOf(rows, { now, ahead, below });
  if (rows.length === 0) {
    return (
      <Card title={text.own}>
        <Empty title={shared().noMemories} />
      </Card>
    );
  }
  return (
    <Card title={text.own} aside={<p>{text.ownAside}</p>}>
      <div class="stack">
        {hasMore && <p class="faint">{shared().newest(rows.length)}</p>}
        <div class="columns wide-first">
          <OwnChart fates={fates} now={now} ahead={ahead} />
          <Sliders
            title={text.year}
            ranges={{
              ahead: [
                0,
                3650,
                5,
                (value) => (value === 0 ? text.today : text.fallsIn(duration(value))),
              ],
              below: [0.3, 0.95, 0.05, percent],
            }}
            settings={{ ahead, below }}
            {...{ text, change }}
          >
            <FateStrip fates={fates} below={below} />
          </Sliders>
        </div>
        <Fates fates={fates} below={below} />
        <p class="faint">{text.sweepNote}</p>
      </div>
    </Card>
  );
}
