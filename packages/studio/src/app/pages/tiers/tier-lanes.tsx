import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import type { StrengthsAnswer } from "../../../wire/forgetting.js";
import { kindColors } from "../../charts/kind-colors.js";
import { Card } from "../../parts/card.js";
import { KindLegend } from "../../parts/kind-legend.js";
import { RowText } from "../../parts/row-text.js";
import { Sliders } from "../../parts/sliders.js";
import { Empty } from "../../parts/states.js";
import { presentMoment } from "../../parts/use-now.js";
import { useSettings } from "../../parts/use-settings.js";
import { duration } from "../../words/duration.js";
import { shared } from "../../words/shared.js";
import { Lane } from "./lane.js";
import { placeAll, risingNext, TIERS, tierAbove } from "./lanes.js";
import { words } from "./words.js";

const FIRST = { uses: 0, rest: 0 };
const MOST_LISTED = 8;

/** Lanes of the tiers, and what moves between them. */
export function TierLanes({ answer }: { readonly answer: StrengthsAnswer }): JSX.Element {
  const { rows, hasMore } = answer;
  const text = words();
  const [{ uses, rest }, change] = useSettings(FIRST);
  const now = useMemo(() => presentMoment(), [answer]);
  const placed = placeAll(rows, { now, uses, rest });
  const colors = kindColors(rows.map(({ kind }) => kind));
  const next = risingNext(placed).slice(0, MOST_LISTED);
  if (rows.length === 0) return <Empty title={shared().noMemories} />;
  const days = (value: number): string => (value === 0 ? text.none : duration(value));
  return (
    <>
      <Card title={text.chart} aside={<p>{text.chartAside}</p>}>
        <Sliders
          title={text.suppose}
          ranges={{ uses: [0, 60, 1, days], rest: [0, 3650, 5, days] }}
          settings={{ uses, rest }}
          {...{ text, change }}
        />
        <div class="lanes">
          {TIERS.map((tier) => (
            <Lane
              key={tier}
              tier={tier}
              placed={placed.filter((one) => one.tier === tier)}
              colors={colors}
            />
          ))}
        </div>
        <KindLegend colors={colors} />
        {hasMore && <p class="faint">{shared().newest(rows.length)}</p>}
      </Card>
      <Card title={text.next}>
        {next.length === 0 && <p class="quiet">{text.nextNone}</p>}
        <ol class="fates">
          {next.map(({ row, tier, usesToRise = 0 }) => (
            <li key={row.id}>
              <RowText row={row} />
              <span class="quiet">
                {text.more(usesToRise, text.tiers[tierAbove(tier) ?? tier].name)}
              </span>
            </li>
          ))}
        </ol>
        <p class="faint">{text.policy}</p>
      </Card>
    </>
  );
}
