import { passes } from "./mind-part.ts";
import type { Figure, MindPart } from "./mind-part.ts";

/** Figures of a part, or why there are none. */
export interface MeasuredPart {
  readonly part: MindPart;
  readonly figures: readonly Figure[];
}

/** Figures by part and name, and those that miss their bars. */
export interface MindReport {
  readonly parts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** `PART: FIGURE` of each. */
  readonly missed: readonly string[];
}

/** Makes what `--json` prints. */
export function makeMindReport(measured: readonly MeasuredPart[]): MindReport {
  return {
    parts: Object.fromEntries(
      measured.map(({ part, figures }) => [
        part.name,
        Object.fromEntries(figures.map(({ name, value }) => [name, value])),
      ]),
    ),
    missed: measured.flatMap(({ part, figures }) =>
      figures.flatMap((figure) => (passes(figure) === false ? `${part.name}: ${figure.name}` : [])),
    ),
  };
}

/** Formats a part as lines: name, figure, bar. */
export function formatPart({ part, figures }: MeasuredPart): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  const lines = figures.map((figure) => {
    const value = written(figure, figure.value).padStart(9);
    return `  ${figure.name.padEnd(width)}${value}${barOf(figure)}`;
  });
  return [`${part.name}: ${part.figures}`, ...lines].join("\n");
}

function barOf(figure: Figure): string {
  const passed = passes(figure);
  if (passed === undefined) return "";
  const { atLeast, atMost } = figure;
  const bars = [
    ...(atLeast === undefined ? [] : [`≥ ${written(figure, atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${written(figure, atMost)}`]),
  ];
  return `  ${passed ? "✓" : "✗"} ${bars.join(", ")}`;
}

function written({ digits, value }: Figure, shown: number): string {
  return shown.toFixed(digits ?? (Number.isInteger(value) && Number.isInteger(shown) ? 0 : 3));
}
