import type { Memory, MemoryRoot, RecalledMemory } from "@kioku/core";

import type { OnProgress } from "../recall/progress.ts";
import type { RecallSet } from "../recall/recall-set.ts";
import { writeSet } from "../recall/write-set.ts";
import { questionsOf } from "../silence/measure-silence.ts";
import type { AskedKind } from "../silence/measure-silence.ts";
import type { SilentTurns } from "../silence/silent-turns.ts";
import { type Features, featuresOf } from "./features.ts";

/** A record that was found for a query. */
export interface Example {
  readonly kind: AskedKind;
  readonly features: Features;
  readonly isRelevant: boolean;
  /** Share in its class of its set. */
  readonly weight: number;
}

/** Arguments of gathering. */
interface GatherCall {
  readonly set: RecallSet;
  readonly turns: SilentTurns;
  readonly most: number;
  readonly onProgress: OnProgress;
}

/** Records of the list that relevant ones are looked for in, and of irrelevant ones the first. */
const LIST = 50;
const FIRST = 10;

/**
 * Gathers examples of a set: the relevant records of its own questions, and the first records that
 * are found for questions of others and requests off the topic. Both classes weigh the same.
 */
export async function gatherExamples(
  memory: MemoryRoot,
  { set, turns, most, onProgress }: GatherCall,
): Promise<readonly Example[]> {
  const names = await writeSet(memory, set, { onProgress });
  // Small talk is told by its form, not by what it finds.
  const asked = questionsOf(memory, { set, turns: { ...turns, smallTalk: [] }, most });
  const examples: Example[] = [];
  for (const [index, { kind, scope, text, relevant }] of asked.entries()) {
    const hits = await recallAll(scope, text);
    const isRelevant = ({ id }: RecalledMemory): boolean => relevant.includes(names.get(id) ?? "");
    const chosen = kind === "own" ? hits.filter(isRelevant) : hits.slice(0, FIRST);
    for (const { signals } of chosen) {
      if (!signals?.query) continue;
      const features = featuresOf(signals, signals.query);
      examples.push({ kind, features, isRelevant: kind === "own", weight: 1 / chosen.length });
    }
    onProgress({ phase: "recall", done: index + 1, total: asked.length });
  }
  return examples.map((one) => {
    const same = examples.filter(({ isRelevant }) => isRelevant === one.isRelevant);
    return { ...one, weight: one.weight / same.reduce((sum, { weight }) => sum + weight, 0) };
  });
}

function recallAll(scope: Memory, query: string): Promise<readonly RecalledMemory[]> {
  return scope.recall({ query, minScore: 0, limit: LIST, explain: true });
}
