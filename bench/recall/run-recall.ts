import type { Memory, MemoryRoot, RememberInput } from "@kioku/core";

import { CUTOFFS, scoreQuery } from "./metrics.ts";
import type { QueryScore } from "./metrics.ts";
import type { RecallSet, SetGroup, SetRecord } from "./recall-set.ts";

/** One query's result. */
export interface QueryResult {
  readonly group: string;
  readonly query: string;
  readonly category: string;
  readonly score: QueryScore;
  readonly durationMs: number;
}

/** How far a run is. */
export interface RunProgress {
  readonly phase: "remember" | "recall";
  readonly done: number;
  readonly total: number;
}

const LIMIT = Math.max(...CUTOFFS);

/** Remembers each group in a scope of its own, asks its queries, and scores the answers. */
export async function runRecall(
  memory: MemoryRoot,
  set: RecallSet,
  onProgress: (progress: RunProgress) => void,
): Promise<readonly QueryResult[]> {
  const recordTotal = count(set, "records");
  const queryTotal = count(set, "queries");
  const names = new Map<string, string>();
  let remembered = 0;
  for (const group of set.groups) {
    const receipts = await scopeOf(memory, group).rememberAll(group.records.map(toInput));
    for (const [index, receipt] of receipts.entries()) {
      if (receipt.status !== "stored")
        throw new Error(`a record was not stored: ${receipt.status}`);
      names.set(receipt.record.id, group.records[index]?.id ?? "");
    }
    remembered += group.records.length;
    onProgress({ phase: "remember", done: remembered, total: recordTotal });
  }
  const results: QueryResult[] = [];
  for (const group of set.groups) {
    const scope = scopeOf(memory, group);
    for (const query of group.queries) {
      const started = performance.now();
      const hits = await scope.recall({ query: query.text, limit: LIMIT });
      const durationMs = performance.now() - started;
      const ranking = hits.map((hit) => names.get(hit.id) ?? "");
      const score = scoreQuery(ranking, query.relevant);
      results.push({
        group: group.id,
        query: query.id,
        category: query.category,
        score,
        durationMs,
      });
      onProgress({ phase: "recall", done: results.length, total: queryTotal });
    }
  }
  return results;
}

function scopeOf(memory: MemoryRoot, group: SetGroup): Memory {
  return memory.scope("bench", group.id);
}

/** A chat turn as a host would remember it: who said it is part of what was said. */
function toInput(record: SetRecord): RememberInput {
  const { text, speaker, caption, thread, at } = record;
  const said = speaker === undefined ? text : `${speaker}: ${text}`;
  return {
    content: caption === undefined ? said : `${said} [${caption}]`,
    dedupe: "off",
    kind: thread === undefined ? "note" : "message",
    ...(thread === undefined ? {} : { thread }),
    ...(at === undefined ? {} : { occurredAt: new Date(at) }),
  };
}

function count(set: RecallSet, what: "records" | "queries"): number {
  return set.groups.reduce((sum, group) => sum + group[what].length, 0);
}
