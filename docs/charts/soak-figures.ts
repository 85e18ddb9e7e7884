import { countOf } from "./torture-results.ts";
import type { TortureResult } from "./torture-results.ts";

const FIGURES = [
  ["heapMegabytes", "Heap", " MB"],
  ["residentMegabytes", "resident memory", " MB"],
  ["handles", "handles", ""],
  ["bytesOfARecord", "file", " bytes a record"],
  ["cpuMsOfACall", "processor time of a call", " ms"],
  ["recallMs", "a recall", " ms"],
  ["rememberMs", "a write", " ms"],
] as const;

/** Writes the figures of a soak at its beginning and its end. */
export function soakFigures(result: TortureResult): string {
  const figure = (name: string, when: "early" | "late"): string =>
    countOf(result, "figures", name, when).toLocaleString("en-US", { maximumFractionDigits: 1 });
  const texts = FIGURES.map(
    ([name, title, unit]) =>
      `${title} from ${figure(name, "early")} to ${figure(name, "late")}${unit}`,
  );
  return texts.join(", ");
}
