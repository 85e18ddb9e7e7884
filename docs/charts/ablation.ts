import { readFileSync } from "node:fs";

import { drawBarPanel } from "./bar-panel.ts";
import type { Bar } from "./bar-panel.ts";
import { drawFrame } from "./frame.ts";

/** Members of the results of `npm run measure -- ablation` that the chart needs. */
interface SavedAblation {
  readonly sets: readonly {
    readonly set: string;
    readonly queries: number;
    readonly results: readonly SavedResult[];
  }[];
}

interface SavedResult {
  readonly name: string;
  readonly recall: Readonly<Record<string, number>>;
  readonly difference10: number;
  readonly differenceError10: number;
}

/** Configurations by what they leave out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "meaning only": "keywords",
  "keywords only": "meaning",
  "no neighbours": "neighbours",
  "no thread": "thread",
  neither: "neighbours and thread",
  "no dates": "dates",
};

const SUBTITLE =
  "Points of recall@10 that are lost when it is left out. Thin lines: one standard error to each side. Longer bars are cut.";

const DESCRIPTION =
  "Four panels of bars, one per recall set. The raw numbers are in bench/results/ablation-dev.json.";

const PANEL_WIDTH = 468;
const PANEL_HEIGHT = 226;

/** The chart of what recall loses without each ingredient, from the saved measurement. */
export function drawAblation(): string {
  const saved = JSON.parse(
    readFileSync(new URL("../../bench/results/ablation-dev.json", import.meta.url), "utf8"),
  ) as SavedAblation;
  const title = "What each ingredient gives to recall@10";
  const height = 76 + PANEL_HEIGHT * Math.ceil(saved.sets.length / 2);
  return drawFrame(
    { title, subtitle: SUBTITLE, description: DESCRIPTION, height },
    saved.sets.map(({ set, results }, index) =>
      drawBarPanel({
        title: `${set}: ${(results[0]?.recall["10"] ?? 0).toFixed(1)}`,
        bars: toBars(results),
        left: 24 + PANEL_WIDTH * (index % 2),
        top: 78 + PANEL_HEIGHT * Math.floor(index / 2),
      }),
    ),
  );
}

function toBars(results: readonly SavedResult[]): readonly Bar[] {
  return Object.entries(LEFT_OUT).flatMap(([configuration, name]) => {
    const result = results.find((one) => one.name === configuration);
    return result ? [{ name, value: -result.difference10, error: result.differenceError10 }] : [];
  });
}
