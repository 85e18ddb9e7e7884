import type { MemoryRecord } from "@kioku/core";
import { daysSinceUse, retrievability } from "@kioku/core/toolkit";

import { percent } from "../output/numbers.js";
import { sparkline } from "../output/sparkline.js";
import type { Style } from "../output/style.js";
import { relativeTime } from "../output/times.js";

const FORECAST_DAYS = 90;
const STEP_DAYS = 3;

/** Strength of a memory now and in the time to come, if it is not used. */
export interface Forecast {
  /** Probability of recall now, 0 to 1. */
  readonly retrievability: number;
  /** The same after 0, 3, 6 to 90 days. */
  readonly days: readonly { readonly day: number; readonly retrievability: number }[];
}

/** Returns the strength of a memory by FSRS-6, now and in the next 90 days. */
export function forecastOf(record: MemoryRecord, now: Date): Forecast {
  const unused = daysSinceUse({ record, now });
  const { stabilityDays } = record.strength;
  const after = (days: number): number => rounded(retrievability(unused + days, stabilityDays));
  const days = Array.from({ length: FORECAST_DAYS / STEP_DAYS + 1 }, (_, step) => ({
    day: step * STEP_DAYS,
    retrievability: after(step * STEP_DAYS),
  }));
  return { retrievability: after(0), days };
}

/** Returns the strength of a memory in words, and as a picture. */
export function strengthLines(record: MemoryRecord, now: Date, style: Style): readonly string[] {
  const { days, retrievability: present } = forecastOf(record, now);
  const { stabilityDays, uses, lastUsedAt } = record.strength;
  const used =
    lastUsedAt === undefined
      ? "never used"
      : `used ${uses === 1 ? "once" : `${uses} times`}, last ${relativeTime(lastUsedAt, now)}`;
  const curve = days.map((one) => one.retrievability);
  return [
    `${percent(present)} now, ${used}`,
    `90% after ${daysText(stabilityDays)} without use`,
    `${style.accent(sparkline(curve, curve.length, 1))} ${percent(curve.at(-1) ?? 0)} in ${FORECAST_DAYS} days`,
  ];
}

function daysText(days: number): string {
  return days < 10 ? `${days.toFixed(1)} days` : `${Math.round(days)} days`;
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
