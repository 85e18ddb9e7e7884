import type { RecallSignals } from "@kioku/core";

import { percent } from "../output/numbers.js";
import { bar } from "../output/sparkline.js";
import type { Style } from "../output/style.js";

const BAR_COLUMNS = 12;
const PARTS = {
  words: "keywords",
  meaning: "meaning",
  neighbours: "records around it",
  thread: "its thread",
  speech: "who said it, form",
  version: "newer or older",
  dates: "dates",
} as const;

/** Returns the parts of a score as bars: what adds to the relevance, and what multiplies it. */
export function signalLines(
  { parts = {}, relevance, factors, rerank, similarity, coverage, terms = {} }: RecallSignals,
  score: number,
  style: Style,
): readonly string[] {
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[];
  const summands = names.flatMap((name) => {
    const value = parts[name];
    return value === undefined || value === 0 ? [] : [barLine(PARTS[name], value, style)];
  });
  return [
    ...summands,
    barLine("together", relevance, style),
    ...Object.entries(terms).map(([name, value]) => barLine(name, value, style)),
    ...Object.entries(factors).map(([name, factor]) => valueLine(name, `× ${factor.toFixed(2)}`)),
    ...(rerank === undefined ? [] : [barLine("reranker", rerank, style)]),
    barLine("score", score, style),
    ...(similarity === undefined ? [] : [valueLine("cosine", similarity.toFixed(2))]),
    ...(coverage === undefined ? [] : [valueLine("words found", percent(coverage))]),
  ];
}

function barLine(name: string, value: number, style: Style): string {
  const picture = bar(Math.abs(value), BAR_COLUMNS).padEnd(BAR_COLUMNS);
  return valueLine(
    name,
    `${value < 0 ? style.bad(picture) : style.accent(picture)} ${value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`,
  );
}

function valueLine(name: string, value: string): string {
  return `${name.padEnd(18)} ${value}`.trimEnd();
}
