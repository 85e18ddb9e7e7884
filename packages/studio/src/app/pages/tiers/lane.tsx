import type { AiriTier } from "@kioku/plugins/scorings";
import type { JSX } from "preact";

import type { Curve } from "../../charts/curve.js";
import { LineChart } from "../../charts/line-chart.js";
import { linearScale } from "../../charts/scale.js";
import { openRow } from "../../parts/row-text.js";
import { number, percent } from "../../words/format.js";
import { type Placed, stackLevels } from "./lanes.js";
import { words } from "./words.js";

const SHARE = linearScale(0, 1, [0, 0.25, 0.5, 0.75, 1]);
const HEIGHT = 104;
/** Levels of dots that are told apart; more of them lie closer, and at some height on each other. */
const FEWEST = 6;
const MOST = 30;
/** Least distance of two dots of a level, as a share of the lane. */
const GAP = 0.014;
const NO_CURVES: readonly Curve[] = [];

/** One tier, with its memories by what is left of each. */
export function Lane({
  tier,
  placed,
  colors,
}: {
  readonly tier: AiriTier;
  readonly placed: readonly Placed[];
  readonly colors: ReadonlyMap<string, string>;
}): JSX.Element {
  const text = words();
  const { name, text: about } = text.tiers[tier];
  const sorted = placed.toSorted((a, b) => a.retention - b.retention);
  const levels = stackLevels(
    sorted.map(({ retention }) => retention),
    GAP,
  );
  const height = Math.min(Math.max(FEWEST, ...levels.map((level) => level + 1)), MOST);
  const dots = sorted.map(({ row, retention }, index) => ({
    id: row.id,
    x: retention,
    y: levels[index] ?? 0,
    color: colors.get(row.kind) ?? "var(--ink-3)",
    label: row.text,
    note: text.note(percent(retention), row.uses),
  }));
  const open = openRow(placed.map(({ row }) => row));
  return (
    <section class="lane" aria-label={name}>
      <div>
        <h3>
          {name} <b>{number(placed.length)}</b>
        </h3>
        <p class="faint">{about}</p>
      </div>
      {placed.length === 0 ? (
        <p class="faint none">{text.emptyLane}</p>
      ) : (
        <LineChart
          label={text.laneLabel(name, placed.length)}
          x={SHARE}
          y={linearScale(-0.5, height - 0.5, [])}
          showX={percent}
          showY={String}
          curves={NO_CURVES}
          dots={dots}
          height={HEIGHT}
          {...(open ? { onDot: open } : {})}
        />
      )}
    </section>
  );
}
