import { retrievability } from "@kioku/core/toolkit";
import type { JSX } from "preact";

import type { Dot } from "../../charts/curve.js";
import { kindColors } from "../../charts/kind-colors.js";
import { LineChart } from "../../charts/line-chart.js";
import { linearScale } from "../../charts/scale.js";
import { KindLegend } from "../../parts/kind-legend.js";
import { openRow } from "../../parts/row-text.js";
import { duration } from "../../words/duration.js";
import { percent } from "../../words/format.js";
import { restDays, type Fate } from "./fading.js";
import { TIME } from "./time-scale.js";
import { words } from "./words.js";

const PROBABILITY = linearScale(0.2, 1, [0.3, 0.5, 0.7, 0.9, 1]);
const STABILITIES = [2, 8, 28, 90, 365.25, 3652.5];

/** Memories as dots on the curves of FSRS-6. */
export function OwnChart({
  fates,
  now,
  ahead,
}: {
  readonly fates: readonly Fate[];
  readonly now: Date;
  readonly ahead: number;
}): JSX.Element {
  const text = words();
  const colors = kindColors(fates.map(({ row }) => row.kind));
  const curves = STABILITIES.map((stability) => ({
    name: String(stability),
    mark: duration(stability),
    color: "var(--line-2)",
    at: (days: number) => retrievability(days, stability),
  }));
  const dots = fates.map(({ row, later }): Dot => {
    const rest = restDays(row, now) + ahead;
    return {
      id: row.id,
      x: rest,
      y: later,
      color: colors.get(row.kind) ?? OTHER,
      label: row.text,
      note: text.note(percent(later), duration(rest), duration(row.stabilityDays)),
    };
  });
  const open = openRow(fates.map(({ row }) => row));
  return (
    <div class="stack">
      <LineChart
        label={text.ownLabel(fates.length)}
        x={TIME}
        y={PROBABILITY}
        showX={duration}
        showY={percent}
        curves={curves}
        dots={dots}
        {...(open ? { onDot: open } : {})}
      />
      <KindLegend colors={colors} />
      <ul class="legend">
        <li class="faint">{text.marks}</li>
        {open && <li class="faint">{text.opens}</li>}
      </ul>
    </div>
  );
}

const OTHER = "var(--ink-3)";
