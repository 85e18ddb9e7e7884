import type { RelevanceParts } from "@kioku/core";

import type { LabAnswer, LabMemory } from "../../../wire/recall.js";

/** One step of the way to a score, drawn as a bar from one value to another. */
export interface Step {
  /** `part`, `term`: is added; `factor`: multiplies; totals begin at 0. */
  readonly sort: "cut" | "factor" | "part" | "relevance" | "rerank" | "score" | "sum" | "term";
  /** Name of the part, the term or the factor; of all others their sort. */
  readonly name: string;
  /** Summand, factor, or total. */
  readonly amount: number;
  /** Value before; 0 for a total. */
  readonly from: number;
  /** Value after. */
  readonly to: number;
}

/** Values between which all bars are drawn. */
export interface Span {
  /** 0, or less if a sum goes below it. */
  readonly least: number;
  /** At least that of the highest bar. */
  readonly most: number;
}

const PARTS: readonly (keyof RelevanceParts)[] = [
  "words",
  "meaning",
  "neighbours",
  "thread",
  "speech",
  "version",
  "dates",
];
/** Differences that are not drawn: they come of sums in another order. */
const TINY = 1e-6;

/** Returns the steps to the score of a memory. Those that change nothing are left out. */
export function waterfall({ score, signals }: Pick<LabMemory, "score" | "signals">): Step[] {
  const { parts = {}, relevance, terms, factors, rerank } = signals;
  const steps: Step[] = [];
  const add = (sort: "part" | "term", name: string, { amount = 0, from = 0 }): number => {
    const to = from + amount;
    if (Math.abs(amount) > TINY) steps.push({ sort, name, amount, from, to });
    return to;
  };
  const total = (sort: "relevance" | "score" | "sum", amount: number): void => {
    steps.push({ sort, name: sort, amount, from: 0, to: amount });
  };
  let sum = 0;
  for (const name of PARTS) sum = add("part", name, { amount: parts[name] ?? 0, from: sum });
  total("relevance", relevance);
  let value = relevance;
  if (terms) {
    value = 0;
    const all = Object.entries(terms);
    for (const [name, amount] of all) value = add("term", name, { amount, from: value });
    if (all.length > 1 || Math.abs(value) <= TINY) total("sum", value);
  }
  for (const [name, amount] of Object.entries(factors)) {
    const to = value * amount;
    if (Math.abs(amount - 1) > TINY) steps.push({ sort: "factor", name, amount, from: value, to });
    value = to;
  }
  if (value > 1 + TINY) steps.push({ sort: "cut", name: "cut", amount: 1, from: value, to: 1 });
  value = Math.min(value, 1);
  if (rerank !== undefined || Math.abs(score - value) > TINY) {
    const amount = rerank ?? score;
    steps.push({ sort: "rerank", name: "rerank", amount, from: value, to: score });
  }
  total("score", score);
  return steps;
}

/** Returns one span for all memories of answers, so that their bars can be compared. */
export function spanOf(...answers: readonly (LabAnswer | undefined)[]): Span {
  const values = [0, 0.1];
  for (const { memories, omitted, threshold = 0 } of answers.filter((one) => one !== undefined)) {
    values.push(threshold);
    for (const memory of [...memories, ...omitted.map((one) => one.memory)]) {
      values.push(memory.relevance, ...waterfall(memory).flatMap(({ from, to }) => [from, to]));
    }
  }
  return {
    least: Math.floor(Math.min(...values) * 10) / 10,
    most: Math.ceil(Math.max(...values) * 10 - TINY) / 10,
  };
}

/** Returns the place of a value in a span, 0 to 1. */
export function placeOf(value: number, { least, most }: Span): number {
  return Math.min(Math.max((value - least) / (most - least), 0), 1);
}

/** Returns the bar of a step in a span: where it begins, and its width, 0 to 1. */
export function barOf(
  { from, to }: Pick<Step, "from" | "to">,
  span: Span,
): { readonly start: number; readonly width: number } {
  const [a, b] = [placeOf(from, span), placeOf(to, span)];
  return { start: Math.min(a, b), width: Math.abs(b - a) };
}
