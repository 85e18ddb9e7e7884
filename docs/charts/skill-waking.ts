import { readFileSync } from "node:fs";

import { drawFrame } from "./frame.ts";
import { drawLinePanel } from "./line-panel.ts";

/** Members of the results of `npm run measure -- skills` that the chart needs. */
interface SavedSkills {
  readonly skills: number;
  readonly utterances: number;
  readonly expectingNone: number;
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly curve: readonly SavedPoint[];
}

interface SavedPoint {
  readonly threshold: number;
  readonly right: number;
  readonly wrong: number;
  readonly precision: number;
  readonly recall: number;
}

const COLORS = { precision: "#047857", recall: "#1d4ed8" };
/** Shares on the vertical axis; 0.7 and 0.9 are what recall and precision have to reach. */
const LEVELS = [0, 0.25, 0.5, 0.7, 0.9, 1];
/** One tick for so many points of the curve. */
const TICK_EVERY = 5;

/** The chart of what wakes over the threshold, from the saved measurement of the held-out set. */
export function drawSkillWaking(): string {
  const saved = JSON.parse(
    readFileSync(new URL("../../bench/results/skills/everyday.json", import.meta.url), "utf8"),
  ) as SavedSkills;
  const { threshold, precision, recall } = saved;
  // Where nothing wakes there is no precision to draw.
  const last = saved.curve.findLastIndex(({ right, wrong }) => right + wrong > 0);
  const points = saved.curve.slice(0, last + 1);
  const frame = {
    title: `Which skills wake by meaning: precision ${precision.toFixed(3)} at recall ${recall.toFixed(3)}`,
    subtitle: `${saved.utterances} utterances in English and Chinese that the matcher was not developed on, ${saved.expectingNone} for no skill; ${saved.skills} skills; static table.`,
    description: `Two lines over the threshold: the share of what wakes that should have, and the share of what should wake that does. The default threshold is ${threshold}. The raw numbers are in bench/results/skills/everyday.json.`,
    height: 440,
  };
  return drawFrame(frame, [
    drawLinePanel({
      title: `By threshold of the score; the default is ${threshold}`,
      lines: (["precision", "recall"] as const).map((name) => ({
        name,
        color: COLORS[name],
        width: 3,
        values: points.map((point) => point[name]),
      })),
      ticks: points.flatMap((point, index) =>
        index % TICK_EVERY === 0 ? [{ at: index / last, name: point.threshold.toFixed(1) }] : [],
      ),
      levels: LEVELS.map((share) => ({ at: share, name: String(share) })),
      top: 78,
    }),
  ]);
}
