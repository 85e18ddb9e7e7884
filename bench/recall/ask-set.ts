import type { MemoryRoot, RecalledMemory, RecallQuery } from "@kioku/core";

import { CUTOFFS, scoreQuery } from "./metrics.ts";
import type { QueryScore } from "./metrics.ts";
import type { OnProgress } from "./progress.ts";
import type { RecallSet, SetGroup, SetQuery } from "./recall-set.ts";
import { scopeOf, writeRecords } from "./write-set.ts";
import type { Ages, RecordNames } from "./write-set.ts";

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
  readonly mode?: RecallQuery["mode"];
  readonly onProgress: OnProgress;
}

interface AskedQuery {
  readonly group: SetGroup;
  readonly query: SetQuery;
}

const LIMIT = Math.max(...CUTOFFS);

/** Asks all queries of a set that was written. */
export function askSet(
  memory: MemoryRoot,
  { set, names, ...call }: AskCall & { readonly names: RecordNames },
): Promise<readonly QueryResult[]> {
  const asked = set.groups.flatMap((group) => group.queries.map((query) => ({ group, query })));
  return askAll(memory, asked, { ...call, names, before: 0, total: asked.length });
}

/** Returns true if some query is asked before all records of its group exist. */
export function hasKnown(set: RecallSet): boolean {
  return set.groups.some(({ queries }) => queries.some(({ known }) => known !== undefined));
}

/** Writes each group in order, and asks each query as soon as the records that it knows exist. */
export async function playSet(
  memory: MemoryRoot,
  { set, ages, ...call }: AskCall & { readonly ages?: Ages | undefined },
): Promise<readonly QueryResult[]> {
  const results: QueryResult[] = [];
  const total = set.groups.reduce((sum, group) => sum + group.queries.length, 0);
  for (const group of set.groups) {
    const names = new Map<string, string>();
    const last = group.records.length;
    const points = Map.groupBy(group.queries, ({ known = last }) => known);
    for (const to of [...points.keys()].toSorted((a, b) => a - b)) {
      const part = { group, from: names.size, to, ages };
      for (const [id, name] of await writeRecords(memory, part)) names.set(id, name);
      const asked = (points.get(to) ?? []).map((query) => ({ group, query }));
      const step = { ...call, names, before: results.length, total };
      results.push(...(await askAll(memory, asked, step)));
    }
    ages?.clock.set(0);
  }
  return results;
}

/** Names of the records, and the place of these queries among all of a run. */
interface AskStep extends Omit<AskCall, "set"> {
  readonly names: RecordNames;
  readonly before: number;
  readonly total: number;
}

/**
 * Asks all twice: first as users do, for the time, and then with limit 50 and no least score, for
 * the ranking.
 */
async function askAll(
  memory: MemoryRoot,
  asked: readonly AskedQuery[],
  { names, mode, onProgress, before, total }: AskStep,
): Promise<readonly QueryResult[]> {
  const show = (done: number): void =>
    onProgress({ phase: "recall", done: 2 * before + done, total: 2 * total });
  const times: number[] = [];
  for (const { group, query } of asked) {
    const scope = scopeOf(memory, group);
    const { durationMs } = await timed(() => scope.recall({ query: query.text, mode }));
    times.push(durationMs);
    show(times.length);
  }
  const results: QueryResult[] = [];
  for (const [index, { group, query }] of asked.entries()) {
    const { id, text, category, relevant } = query;
    const scope = scopeOf(memory, group);
    const whole = { query: text, mode, limit: LIMIT, minScore: 0 };
    const deep = await timed(() => scope.recall(whole));
    const ranking = deep.hits.map((hit) => names.get(hit.id) ?? "");
    results.push({
      group: group.id,
      query: id,
      category,
      ranking,
      score: scoreQuery(ranking, relevant),
      durationMs: times[index] ?? 0,
      durationAt50Ms: deep.durationMs,
    });
    show(asked.length + results.length);
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
