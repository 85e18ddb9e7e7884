import type { JSX } from "preact";

import { RowText } from "../../parts/row-text.js";
import { StrengthMeter } from "../../parts/strength-meter.js";
import { duration } from "../../words/duration.js";
import { percent } from "../../words/format.js";
import { fadingFirst, staying, type Fate } from "./fading.js";
import { words } from "./words.js";

const MOST = 7;

/** Lists what would fade first, and what stays. */
export function Fates({
  fates,
  below,
}: {
  readonly fates: readonly Fate[];
  readonly below: number;
}): JSX.Element {
  const text = words();
  const lists = [
    [
      text.first,
      text.firstNone,
      fadingFirst(fates),
      ({ fallsIn }: Fate) => text.fallsIn(duration(fallsIn)),
    ],
    [
      text.stays,
      text.staysNone,
      staying(fates, below),
      ({ row, later }: Fate) =>
        row.canFade ? percent(later) : row.pinned ? text.pinned : text.keyed,
    ],
  ] as const;
  return (
    <div class="columns">
      {lists.map(([title, none, listed, note]) => (
        <section key={title}>
          <h3>{title}</h3>
          {listed.length === 0 && <p class="quiet">{none}</p>}
          <ol class="fates">
            {listed.slice(0, MOST).map((fate) => (
              <li key={fate.row.id}>
                <RowText row={fate.row} />
                <StrengthMeter value={fate.later} />
                <span class="quiet">{note(fate)}</span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}
