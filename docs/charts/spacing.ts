import { drawFrame } from "./frame.ts";
import { drawLinePanel } from "./line-panel.ts";
import { stabilityAfterUses } from "./stability-after-uses.ts";

const USES = 10;
const START_DAYS = 10;
const MOST_DAYS = 175;

/** Spacings of ten uses. */
const SCHEDULES = [
  { name: "weekly", color: "#047857", intervalDays: 7 },
  { name: "daily", color: "#c2410c", intervalDays: 1 },
  { name: "at once", color: "#6d28d9", intervalDays: 1.4 / 1_440 },
];

const COUNTS = Array.from({ length: USES + 1 }, (_, count) => count);

/** The chart of how the stability of a memory grows with its uses, by how far apart they are. */
export function drawSpacing(): string {
  const lines = SCHEDULES.map(({ name, color, intervalDays }) => {
    const days = COUNTS.map((count) => stabilityAfterUses(START_DAYS, count, intervalDays));
    return {
      name: `${name}: ${(days.at(-1) ?? 0).toFixed(0)} days`,
      color,
      width: 3,
      values: days.map((value) => value / MOST_DAYS),
    };
  });
  const frame = {
    title: "What ten uses make of a memory depends on how they are spaced",
    subtitle:
      "Days until the probability of recall has fallen to 90 % (FSRS-6 stability), after each use.",
    description:
      "Three lines from 10 days of stability over ten uses. Weekly uses raise it to 163 days, daily ones much less, and ten within 14 minutes leave it at 10.",
    height: 440,
  };
  return drawFrame(frame, [
    drawLinePanel({
      title: "Stability by number of uses; at once: all within 14 minutes",
      lines,
      ticks: COUNTS.map((count) => ({ at: count / USES, name: String(count) })),
      levels: [0, 50, 100, 150].map((days) => ({ at: days / MOST_DAYS, name: `${days} d` })),
      top: 78,
    }),
  ]);
}
