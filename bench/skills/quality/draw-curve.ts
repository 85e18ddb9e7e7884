import type { CurvePoint } from "./quality-report.ts";

const HEIGHT = 10;
/** Columns of a point. */
const STEP = 2;

/**
 * Precision and recall over the threshold as a picture of text: `p`, `r`, and `*` where both lie in
 * one place.
 */
export function drawCurve(points: readonly CurvePoint[]): readonly string[] {
  const rows = Array.from({ length: HEIGHT + 1 }, (_, index) => HEIGHT - index);
  const picture = rows.map((row) => {
    const cells = points.map((point) => {
      const isPrecision = point.right + point.wrong > 0 && level(point.precision) === row;
      const isRecall = level(point.recall) === row;
      const mark = isPrecision ? (isRecall ? "*" : "p") : isRecall ? "r" : "·";
      return mark.padEnd(STEP);
    });
    return `  ${(row / HEIGHT).toFixed(1)} ${cells.join("").trimEnd()}`;
  });
  const ticks = points.map(({ threshold }, index) => (index % 5 === 0 ? threshold.toFixed(1) : ""));
  const axis = ticks.map((tick, index) => {
    // A tick is wider than a point: it takes the place of the next one, which has none.
    return ticks[index - 1] ? tick.padEnd(STEP - 1) : tick.padEnd(STEP);
  });
  return [...picture, `      ${axis.join("").trimEnd()}  threshold`];
}

function level(share: number): number {
  return Math.round(share * HEIGHT);
}
