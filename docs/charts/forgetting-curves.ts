import type { ScoringPreset } from "@kioku/plugins/scorings";

import { drawFrame } from "./frame.ts";
import { drawLinePanel } from "./line-panel.ts";
import type { Line } from "./line-panel.ts";
import { NEVER_USED, presetShares, USED_FIVE_TIMES } from "./preset-shares.ts";
import type { Past } from "./preset-shares.ts";
import { label, polyline } from "./svg.ts";

const HOURS_PER_DAY = 24;
const FIRST_DAYS = 1 / HOURS_PER_DAY;
const LAST_DAYS = 365;
const SAMPLES = 129;
const DAYS = Array.from(
  { length: SAMPLES },
  (_, index) => FIRST_DAYS * (LAST_DAYS / FIRST_DAYS) ** (index / (SAMPLES - 1)),
);

const TICKS = [
  { days: 1 / HOURS_PER_DAY, name: "1 hour" },
  { days: 6 / HOURS_PER_DAY, name: "6 hours" },
  { days: 1, name: "1 day" },
  { days: 7, name: "1 week" },
  { days: 30, name: "30 days" },
  { days: 90, name: "90 days" },
  { days: 365, name: "1 year" },
].map(({ days, name }) => ({
  name,
  at: Math.log(days / FIRST_DAYS) / Math.log(LAST_DAYS / FIRST_DAYS),
}));

const LEVELS = [0, 25, 50, 75, 100].map((percent) => ({ at: percent / 100, name: `${percent} %` }));

/** Groups of scorings by the effect of time, with a family of colours each. */
const GROUPS = [
  { x: 24, name: "time does not count", color: "#475569" },
  { x: 196, name: "time moves the score by 20 % at most", color: "#047857" },
  { x: 486, name: "time is added to relevance", color: "#c2410c" },
  { x: 706, name: "time alone can take all", color: "#6d28d9" },
];

/** A colour per preset, in the family of its group. */
const COLORS: Readonly<Record<ScoringPreset, string>> = {
  relevance: "#475569",
  "digital-life": "#475569",
  fsrs: "#047857",
  "airi-tiers": "#65a30d",
  airi: "#c2410c",
  autosnippet: "#92400e",
  "generative-agents": "#be123c",
  "act-r": "#0369a1",
  "airi-playground": "#4338ca",
  "memory-bank": "#7c3aed",
  "hou-2024": "#a21caf",
};

const SUBTITLE =
  "Share of the score that the same memory had at time zero. Relevance 0.7, importance 0.5, logarithmic time.";

const DESCRIPTION =
  "Two panels of curves from an hour to a year. fsrs, the default, stays above 90 %, airi-tiers above 80 %. Presets that add recency fall to between half and four fifths. Presets that multiply by a forgetting curve fall towards nothing, within a week to a year, and later for a memory that was used.";

/**
 * The chart of what each preset leaves of a score as time passes, for a memory that was never used
 * and one that was.
 */
export function drawForgettingCurves(): string {
  const title = "What is left of a score as time passes, by scoring preset";
  return drawFrame({ title, subtitle: SUBTITLE, description: DESCRIPTION, height: 880 }, [
    ...GROUPS.map(drawLegend),
    drawLinePanel({
      title: "Never used: time since it was written",
      lines: linesFor(NEVER_USED),
      ticks: TICKS,
      levels: LEVELS,
      top: 116,
    }),
    drawLinePanel({
      title: "Used five times, once a week: time since the last use",
      lines: linesFor(USED_FIVE_TIMES),
      ticks: TICKS,
      levels: LEVELS,
      top: 500,
    }),
  ]);
}

/** One line per preset. */
function linesFor(past: Past): readonly Line[] {
  return Object.entries(COLORS).map(([name, color]) => ({
    name,
    color,
    width: name === "fsrs" ? 3.4 : 2,
    values: presetShares(name as ScoringPreset, past, DAYS),
  }));
}

function drawLegend({ name, color, x }: (typeof GROUPS)[number]): string {
  const line = [
    { x, y: 84 },
    { x: x + 22, y: 84 },
  ];
  return (
    polyline(line, { stroke: color, "stroke-width": 3.4 }) +
    label(name, { x: x + 29, y: 88, class: "small" })
  );
}
