import type { JSX } from "preact";

import { number, percent } from "../../words/format.js";
import { countBelow, histogram, type Fate } from "./fading.js";
import { words } from "./words.js";

const STEPS = 20;
const THRESHOLDS = [0.9, 0.7, 0.5];

/** How many memories have which probability of recall, now and later. */
export function FateStrip({
  fates,
  below,
}: {
  readonly fates: readonly Fate[];
  readonly below: number;
}): JSX.Element {
  const text = words();
  const now = histogram(
    fates.map((fate) => fate.now),
    STEPS,
  );
  const then = histogram(
    fates.map(({ later }) => later),
    STEPS,
  );
  const most = Math.max(...now, ...then, 1);
  const canFade = fates.filter(({ row }) => row.canFade);
  const rows = [
    ...THRESHOLDS.map(
      (threshold) => [text.lessThan(percent(threshold)), fates, threshold] as const,
    ),
    [text.archived, canFade, below] as const,
  ];
  return (
    <>
      <div class="strip" role="img" aria-label={text.strip}>
        {now.map((count, step) => (
          <span key={step} class={(step + 0.5) / STEPS < below ? "low" : ""}>
            <i class="before" style={{ height: `${(100 * count) / most}%` }} />
            <i style={{ height: `${(100 * (then[step] ?? 0)) / most}%` }} />
          </span>
        ))}
      </div>
      <p class="row between faint" aria-hidden="true">
        {[0, 0.5, 1].map((share) => (
          <span key={share}>{percent(share)}</span>
        ))}
      </p>
      <dl class="shifts">
        {rows.map(([name, among, threshold]) => (
          <div key={name} class="row between">
            <dt>{name}</dt>
            <dd>
              <span class="quiet">{number(countBelow(among, "now", threshold))}</span> →{" "}
              <b>{number(countBelow(among, "later", threshold))}</b>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
