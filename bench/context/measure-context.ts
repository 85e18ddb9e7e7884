import type { MemoryRoot } from "@kioku/core";

import { mean, percentile } from "../recall/metrics.ts";
import type { OnProgress } from "../recall/progress.ts";
import type { RecallSet } from "../recall/recall-set.ts";
import { isApart } from "../recall/report.ts";
import { scopeOf, writeSet } from "../recall/write-set.ts";

/** Averages of one budget; shares in percent. */
export interface ContextReport {
  /** Upper bound in tokens that was asked for. */
  readonly budget: number;
  /** Number of questions that have relevant records. */
  readonly questions: number;
  /** Share of questions with all relevant records in the text. */
  readonly whole: number;
  /** Share of the relevant records that is in the text. */
  readonly share: number;
  /** Mean tokens of the text. */
  readonly tokens: number;
  /** Mean number of memories in it. */
  readonly lines: number;
  readonly p50Ms: number;
}

/** The set and the budgets of a measurement. */
interface ContextCall {
  readonly set: RecallSet;
  readonly budgets: readonly number[];
  readonly onProgress: OnProgress;
}

/** Text for one question. */
interface Shown {
  readonly share: number;
  readonly tokens: number;
  readonly lines: number;
  readonly ms: number;
}

/** Remembers each group of a set, and asks its questions for a context of each budget. */
export async function measureContext(
  memory: MemoryRoot,
  { set, budgets, onProgress }: ContextCall,
): Promise<readonly ContextReport[]> {
  const names = await writeSet(memory, set, { onProgress });
  const asked = set.groups.flatMap((group) =>
    group.queries
      .filter(({ category, relevant }) => !isApart(category) && relevant.length > 0)
      .map(({ text, relevant }) => ({ scope: scopeOf(memory, group), text, relevant })),
  );
  const total = asked.length * budgets.length;
  const reports: ContextReport[] = [];
  for (const budget of budgets) {
    const shown: Shown[] = [];
    for (const { scope, text, relevant } of asked) {
      const started = performance.now();
      const { included, tokens } = await scope.context(text, { budget });
      const ms = performance.now() - started;
      const inside = new Set(included.map((one) => names.get(one.memory.id)));
      const share = relevant.filter((id) => inside.has(id)).length / relevant.length;
      shown.push({ share, tokens, lines: included.length, ms });
      const done = reports.length * asked.length + shown.length;
      onProgress({ phase: "recall", done, total });
    }
    reports.push(averaged(budget, shown));
  }
  return reports;
}

function averaged(budget: number, shown: readonly Shown[]): ContextReport {
  const meanOf = (valueOf: (one: Shown) => number): number => mean(shown.map(valueOf));
  const times = shown.map(({ ms }) => ms);
  return {
    budget,
    questions: shown.length,
    whole: rounded(100 * meanOf(({ share }) => (share === 1 ? 1 : 0))),
    share: rounded(100 * meanOf(({ share }) => share)),
    tokens: rounded(meanOf(({ tokens }) => tokens)),
    lines: rounded(meanOf(({ lines }) => lines)),
    p50Ms: rounded(percentile(times, 0.5)),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
