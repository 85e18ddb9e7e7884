import type { MemoryRecord } from "@kioku/core";
import type { JSX } from "preact";

import type { Sent } from "../../../wire/sent.js";
import { Card } from "../../parts/card.js";
import { strengthAt } from "../../parts/strength-meter.js";
import { presentMoment } from "../../parts/use-now.js";
import { number, percent, relative } from "../../words/format.js";
import { words } from "./words.js";

const MS_PER_DAY = 86_400_000;
const DAYS = 90;
const STEPS = 45;
const WIDTH = 300;
const HEIGHT = 84;

/** Strength of a memory now, and in the time to come if it is not used. */
export function StrengthCard({ record }: { readonly record: Sent<MemoryRecord> }): JSX.Element {
  const text = words();
  const now = presentMoment();
  const { strength, createdAt, pinned } = record;
  const { uses, lastUsedAt, stabilityDays } = strength;
  const row = { createdAt, stabilityDays, ...(lastUsedAt === undefined ? {} : { lastUsedAt }) };
  const values = Array.from({ length: STEPS + 1 }, (_, step) =>
    strengthAt(row, new Date(now.getTime() + (step / STEPS) * DAYS * MS_PER_DAY)),
  );
  const [first = 0] = values;
  const last = values.at(-1) ?? 0;
  const points = values.map((value, step) => `${(step / STEPS) * WIDTH},${(1 - value) * HEIGHT}`);
  return (
    <Card title={text.strength}>
      <svg
        class="strength-curve"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.curve(percent(first), percent(last))}
      >
        <polygon points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`} />
        <polyline points={points.join(" ")} vector-effect="non-scaling-stroke" />
      </svg>
      <div class="strength-ends">
        <p>
          <strong>{percent(first)}</strong> {text.now}
        </p>
        <p>
          <strong>{percent(last)}</strong> {text.inDays}
        </p>
      </div>
      <p class="faint">
        {lastUsedAt === undefined ? text.neverUsed : text.uses(uses, relative(lastUsedAt, now))}
      </p>
      <p class="faint">{text.stability(number(stabilityDays, stabilityDays < 10 ? 1 : 0))}</p>
      {pinned && <p class="faint">{text.keptPinned}</p>}
    </Card>
  );
}
