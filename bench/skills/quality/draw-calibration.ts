import type { Calibration } from "./calibration.ts";

const WIDTH = 40;

/**
 * Draws the bins as a picture of text: bars for the share that is right, and `|` where it would be
 * if the scores were true.
 */
export function drawCalibration({ bins }: Calibration): readonly string[] {
  return [
    `  ${"score".padEnd(10)}${"utterances".padStart(10)}${"mean".padStart(8)}${"right".padStart(8)}`,
    ...bins.map(({ from, utterances, score, right }) => {
      const range = `${from.toFixed(1)}–${(from + 0.1).toFixed(1)}`;
      const figures = [String(utterances).padStart(10), padded(score), padded(right)].join("");
      return `  ${range.padEnd(10)}${figures}  ${drawBar(right, score)}`;
    }),
  ];
}

function drawBar(right: number, score: number): string {
  const filled = Math.round(right * WIDTH);
  const mark = Math.round(score * WIDTH);
  const cells = Array.from({ length: WIDTH + 1 }, (_, index) =>
    index === mark ? "|" : index < filled ? "=" : " ",
  );
  return cells.join("").trimEnd();
}

function padded(share: number): string {
  return share.toFixed(2).padStart(8);
}
