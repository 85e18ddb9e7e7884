import { drawFrame } from "./frame.ts";
import { drawSharePanel, SHARE_CHART_HEIGHT } from "./share-panel.ts";
import type { ShareLine } from "./share-panel.ts";
import { readSkillSets } from "./skill-sets.ts";
import type { SkillSetResult } from "./skill-sets.ts";

const COLORS = ["#1d4ed8", "#047857", "#b45309"];
/** Fewest utterances of a tenth of the scores that is drawn: of fewer, the share says little. */
const FEWEST = 10;
const OFFSET = 460;

/** Draws precision over recall for each set, from the saved measurements. */
export function drawSkillWaking(): string {
  const sets = readSkillSets();
  const frame = {
    title: "Which skills wake by meaning: precision over recall at every threshold",
    subtitle: `The dot is the default threshold, ${sets[0]?.threshold}. Static table, default options.`,
    description:
      "Two squares, public sets and sets of this project. The lines go from low thresholds at the right to high ones at the left. The raw numbers are in bench/results/skills.",
    height: SHARE_CHART_HEIGHT,
  };
  const axes = { across: "recall", up: "precision", hasDiagonal: false };
  return drawFrame(frame, drawBoth(sets, axes, curveOf));
}

/** Draws how often scores are right for each set, from the saved measurements. */
export function drawSkillCalibration(): string {
  const sets = readSkillSets();
  const frame = {
    title: "What scores mean: how often the best match is right, by its score",
    subtitle: `On the dashed line a score of 0.8 is right in 8 of 10 cases. A dot is a tenth of the scores with at least ${FEWEST} utterances. Beside the names: the calibration error.`,
    description:
      "Two reliability diagrams, of public sets and of sets of this project. The raw numbers are in bench/results/skills.",
    height: SHARE_CHART_HEIGHT,
  };
  const axes = { across: "score of the best match", up: "share right", hasDiagonal: true };
  return drawFrame(frame, drawBoth(sets, axes, binsOf));
}

type Points = Pick<ShareLine, "points" | "dots">;

function curveOf({ curve, precision, recall }: SkillSetResult): Points {
  return {
    // Where nothing wakes there is no precision to draw.
    points: curve
      .filter(({ right, wrong }) => right + wrong > 0)
      .map((point) => ({ x: point.recall, y: point.precision })),
    dots: [{ x: recall, y: precision }],
  };
}

function binsOf({ bins }: SkillSetResult): Points {
  const many = bins.filter(({ utterances }) => utterances >= FEWEST);
  return { points: many.map(({ score, right }) => ({ x: score, y: right })) };
}

function drawBoth(
  sets: readonly SkillSetResult[],
  axes: { readonly across: string; readonly up: string; readonly hasDiagonal: boolean },
  toPoints: (set: SkillSetResult) => Points,
): readonly string[] {
  return [true, false].map((isPublic, place) =>
    drawSharePanel({
      title: isPublic ? "Public sets" : "Sets of this project",
      lines: sets
        .filter((set) => set.isPublic === isPublic)
        .map((set, index) => ({
          name: nameOf(set, axes.hasDiagonal),
          color: COLORS[index] ?? "",
          ...toPoints(set),
        })),
      ...axes,
      left: place * OFFSET,
    }),
  );
}

function nameOf({ name, ece, f1 }: SkillSetResult, isCalibration: boolean): string {
  return isCalibration ? `${name}: ${ece.toFixed(2)}` : `${name}: F1 ${f1.toFixed(2)}`;
}
