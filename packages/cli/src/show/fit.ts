import type { Memory, MemoryRecord, RecalledMemory, RecallSignals } from "@kioku/core";

import type { Screen } from "../output/printer.js";
import { signalLines } from "./signal-lines.js";
import { oneLine } from "./text-lines.js";

const RANKED = 100;

/** Fit of a memory to a question. */
export interface Fit {
  /** The question. */
  readonly query: string;
  /** True if its relevance is enough for `recall`. */
  readonly isRecalled: boolean;
  /** Its place among all memories of its scope, from 1; absent: beyond 100. */
  readonly rank?: number;
  /** Its relevance, 0 to 1; absent if the search cannot find it. */
  readonly relevance?: number;
  /** Its score, 0 to 1. */
  readonly score?: number;
  /** Parts of the score. */
  readonly signals?: RecallSignals | undefined;
}

interface FitOptions {
  readonly query: string;
  readonly threshold: number;
  readonly signal: AbortSignal;
}

/** Returns how well a memory fits a question, among all of its scope. */
export async function readFit(
  memory: Memory,
  { id }: MemoryRecord,
  { query, threshold, signal }: FitOptions,
): Promise<Fit> {
  const asked = { query, minScore: 0, explain: true, includeArchived: true };
  const ranked = await memory.recall({ ...asked, limit: RANKED }, { signal });
  const index = ranked.findIndex((one) => one.id === id);
  const found =
    ranked[index] ??
    (await memory.recall({ ...asked, limit: 1, filter: { "@id": id } }, { signal }))[0];
  if (found === undefined) return { query, isRecalled: false };
  return { query, ...fitOf(found, threshold), ...(index < 0 ? {} : { rank: index + 1 }) };
}

function fitOf(
  { relevance, score, signals, archivedAt }: RecalledMemory,
  threshold: number,
): Omit<Fit, "query" | "rank"> {
  return {
    isRecalled: relevance >= threshold && archivedAt === undefined,
    relevance,
    score,
    signals,
  };
}

/** Returns the parts of the score under a heading. */
export function fitLines(
  { query, rank, isRecalled, relevance, score = 0, signals }: Fit,
  { columns, style }: Screen,
): readonly string[] {
  const heading = ["", style.strong(oneLine(`How it fits "${query}"`, columns))];
  if (relevance === undefined) return [...heading, "  The search cannot find it."];
  const place = rank === undefined ? `beyond the first ${RANKED}` : `number ${rank}`;
  const verdict = isRecalled
    ? "recalled"
    : `not recalled: its relevance is ${relevance.toFixed(2)}`;
  return [
    ...heading,
    `  ${place} of its scope, ${verdict}`,
    ...(signals === undefined ? [] : signalLines(signals, score, style)).map((line) => `  ${line}`),
  ];
}
