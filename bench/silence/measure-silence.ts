import type { Memory, MemoryRoot, RecalledMemory } from "@kioku/core";

import { CUTOFFS, scoreQuery } from "../recall/metrics.ts";
import type { OnProgress } from "../recall/progress.ts";
import type { RecallSet } from "../recall/recall-set.ts";
import { isApart } from "../recall/report.ts";
import { scopeOf, writeSet } from "../recall/write-set.ts";
import { sampled } from "./separation.ts";
import type { SilentTurns } from "./silent-turns.ts";

/** The kinds of texts that are asked. */
export type AskedKind = "own" | "foreign" | "smallTalk";

/** Answer to one text. */
export interface SilenceResult {
  readonly kind: AskedKind;
  /** Highest relevance in the filled list; 0 if it is empty. */
  readonly best: number;
  /** Number of memories that recall returns by default. */
  readonly returned: number;
  /** Recall at 10 of the filled list, and of what recall returns by default; 0 to 1. */
  readonly recall10: { readonly filled: number; readonly default: number };
}

/** A text that is asked in the scope of a group. */
export interface Asked {
  readonly kind: AskedKind;
  readonly scope: Memory;
  readonly text: string;
  readonly relevant: readonly string[];
}

/** Arguments of a measurement. */
interface SilenceCall {
  readonly set: RecallSet;
  readonly turns: SilentTurns;
  /** Most questions of a kind. */
  readonly most: number;
  readonly onProgress: OnProgress;
}

const AT_10 = CUTOFFS.indexOf(10);

/**
 * Remembers all groups of a set. Asks each group's questions of its own records and of those of the
 * next group, and the turns of every group. Each is asked with the list filled, and by default.
 */
export async function measureSilence(
  memory: MemoryRoot,
  { set, turns, most, onProgress }: SilenceCall,
): Promise<readonly SilenceResult[]> {
  const names = await writeSet(memory, set, { onProgress });
  const asked = questionsOf(memory, { set, turns, most });
  const results: SilenceResult[] = [];
  for (const { kind, scope, text, relevant } of asked) {
    const filled = await scope.recall({ query: text, minScore: 0 });
    const normal = await scope.recall(text);
    const found = (hits: readonly RecalledMemory[]): number =>
      scoreQuery(
        hits.map(({ id }) => names.get(id) ?? ""),
        relevant,
      ).recall[AT_10] ?? 0;
    results.push({
      kind,
      best: Math.max(0, ...filled.map(relevanceOf)),
      returned: normal.length,
      recall10: { filled: found(filled), default: found(normal) },
    });
    onProgress({ phase: "recall", done: results.length, total: asked.length });
  }
  return results;
}

/** Lists the texts that are asked: each group's questions of itself and of the next, and turns. */
export function questionsOf(
  memory: MemoryRoot,
  { set: { groups }, turns, most }: Omit<SilenceCall, "onProgress">,
): readonly Asked[] {
  const own = groups.flatMap((group, index) => {
    const next = groups[(index + 1) % groups.length] ?? group;
    return group.queries
      .filter(({ category }) => !isApart(category))
      .map(({ text, relevant }) => ({ text, relevant, group, next }));
  });
  return [
    ...sampled(own, most).map(({ group, text, relevant }) => ({
      kind: "own" as const,
      scope: scopeOf(memory, group),
      text,
      relevant,
    })),
    ...sampled(groups.length > 1 ? own : [], most).map(({ next, text }) => ({
      kind: "foreign" as const,
      scope: scopeOf(memory, next),
      text,
      relevant: [],
    })),
    ...groups.flatMap((group) =>
      [...turns.smallTalk, ...turns.offTopic].map((text) => ({
        kind: "smallTalk" as const,
        scope: scopeOf(memory, group),
        text,
        relevant: [],
      })),
    ),
  ];
}

/** Returns a memory's own relevance, or its score where none is told. */
function relevanceOf(memory: RecalledMemory & { readonly relevance?: number }): number {
  return memory.relevance ?? memory.score;
}
