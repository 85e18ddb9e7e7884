import type { MemoryRoot, RecalledMemory, RecallQuery } from "@kioku/core";

import { CUTOFFS, scoreQuery } from "./metrics.ts";
import type { QueryScore } from "./metrics.ts";
import type { OnProgress } from "./progress.ts";
import type { RecallSet } from "./recall-set.ts";
import { scopeOf } from "./write-set.ts";
import type { RecordNames } from "./write-set.ts";

/** One query's result. */
export interface QueryResult {
  readonly group: string;
  readonly query: string;
  readonly category: string;
  /** The 50 best, by the ids of the set. */
  readonly ranking: readonly string[];
  readonly score: QueryScore;
  /** Time of the query's first recall, with the default limit. */
  readonly durationMs: number;
  /** Time of the second recall, with limit 50. */
  readonly durationAt50Ms: number;
}

/** Arguments of asking a set. */
interface AskCall {
  readonly set: RecallSet;
  readonly names: RecordNames;
  readonly mode?: RecallQuery["mode"];
  readonly onProgress: OnProgress;
}

const LIMIT = Math.max(...CUTOFFS);

/**
 * Asks all queries twice: first as users do, for the time, and then with limit 50, for the ranking.
 */
export async function askSet(
  memory: MemoryRoot,
  { set, names, mode, onProgress }: AskCall,
): Promise<readonly QueryResult[]> {
  const queries = set.groups.flatMap((group) =>
    group.queries.map((query) => ({ ...query, group: group.id, scope: scopeOf(memory, group) })),
  );
  const total = 2 * queries.length;
  const times: number[] = [];
  for (const { scope, text } of queries) {
    const { durationMs } = await timed(() => scope.recall({ query: text, mode }));
    times.push(durationMs);
    onProgress({ phase: "recall", done: times.length, total });
  }
  const results: QueryResult[] = [];
  for (const [index, { id, group, scope, text, category, relevant }] of queries.entries()) {
    const deep = await timed(() => scope.recall({ query: text, mode, limit: LIMIT }));
    const ranking = deep.hits.map((hit) => names.get(hit.id) ?? "");
    results.push({
      group,
      query: id,
      category,
      ranking,
      score: scoreQuery(ranking, relevant),
      durationMs: times[index] ?? 0,
      durationAt50Ms: deep.durationMs,
    });
    onProgress({ phase: "recall", done: queries.length + results.length, total });
  }
  return results;
}

interface TimedRecall {
  readonly hits: readonly RecalledMemory[];
  readonly durationMs: number;
}

async function timed(recall: () => Promise<readonly RecalledMemory[]>): Promise<TimedRecall> {
  const started = performance.now();
  const hits = await recall();
  return { hits, durationMs: performance.now() - started };
}
