import type { Confusion } from "./confusion.ts";
import { drawCalibration } from "./draw-calibration.ts";
import { drawCurve } from "./draw-curve.ts";
import type { QualityReport, WrongPair } from "./quality-report.ts";

/** The report as text for people. */
export function formatQuality(report: QualityReport): string {
  const { set, embedder, skills, utterances, expectingNone, disturbed, p50Ms, p95Ms } = report;
  const { expected, woken } = report.acrossLanguages;
  const lines = [
    `${set}: ${skills} skills, ${utterances} utterances, ${expectingNone} of which should wake none; embedder ${embedder}`,
    "",
    `  ${"".padEnd(20)}${"precision".padStart(10)}${"recall".padStart(10)}${"f1".padStart(10)}${"right".padStart(8)}${"wrong".padStart(8)}${"missed".padStart(8)}`,
    formatRow("all", report),
    "",
    ...Object.entries(report.bySkill).map(([name, counts]) => formatRow(name, counts)),
    "",
    ...Object.entries(report.byLanguage).map(([name, counts]) => formatRow(name, counts)),
    "",
    `  woken by an utterance in a language that no example of the skill is in: ${woken} of ${expected}`,
    `  utterances that should wake none and woke something: ${disturbed} of ${expectingNone}`,
    `  missed because of: ${formatReasons(report)}`,
    `  runtime.match p50 ${p50Ms} ms, p95 ${p95Ms} ms`,
    ...Object.entries(report.bars).map(
      ([bar, isReached]) => `  ${isReached ? "ok  " : "MISS"} ${bar}`,
    ),
    "",
    ...formatPairs("Woke and should not have", report.wrongWakes),
    "",
    ...formatPairs("Should have woken", report.misses),
    "",
    `How often the best match is right (=), and how often it should be by its score (|); expected calibration error ${report.ece.toFixed(3)}`,
    ...drawCalibration(report),
    "",
    "Precision (p) and recall (r) over the threshold, both at once (*)",
    ...drawCurve(report.curve),
  ];
  return `${lines.join("\n")}\n`;
}

function formatRow(name: string, counts: Confusion): string {
  const shares = [counts.precision, counts.recall, counts.f1].map((share) =>
    share.toFixed(3).padStart(10),
  );
  const numbers = [counts.right, counts.wrong, counts.missed].map((count) =>
    String(count).padStart(8),
  );
  return `  ${name.padEnd(20)}${shares.join("")}${numbers.join("")}`;
}

function formatReasons({ missedBy }: QualityReport): string {
  const counts = Object.entries(missedBy).map(([reason, count]) => `${reason} ${count}`);
  return counts.length === 0 ? "nothing" : counts.join(", ");
}

function formatPairs(title: string, pairs: readonly WrongPair[]): readonly string[] {
  return [
    `${title}: ${pairs.length}`,
    ...pairs.map(({ text, match }) => {
      const { skill, score, threshold, reason, trigger } = match;
      const fit =
        score === undefined || threshold === undefined
          ? "no match"
          : `${score.toFixed(3)} of ${threshold.toFixed(2)} ${reason}, nearest “${trigger}”`;
      return `  “${text}” ${skill}: ${fit}`;
    }),
  ];
}
