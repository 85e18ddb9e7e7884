import type { CallOptions, Memory, MemoryRecord } from "@kioku/core";
import { checkCallOptions, checkNumber, layersOf } from "@kioku/core/toolkit";

import type { PastRun } from "../api/runs.js";
import { KINDS } from "../model/kinds.js";
import { objectOf, textOf } from "../records/json.js";
import { readPages } from "../records/read-records.js";
import { addCounts } from "./progress.js";

const MAX_LIMIT = 1000;

/** Query of runs. Nothing is needed. */
export interface RunsQuery extends CallOptions {
  /** Most runs, 1 to 1,000. @defaultValue 100 */
  readonly limit?: number | undefined;
}

/** Returns the runs of a scope that changed something, the newest first. */
export async function readRuns(memory: Memory, query: RunsQuery = {}): Promise<readonly PastRun[]> {
  checkCallOptions(query, ["limit"]);
  const { limit = 100, signal } = query;
  checkNumber(limit, "query.limit", { min: 1, max: MAX_LIMIT, integer: true });
  const [own] = layersOf(memory);
  const runs = new Map<string, PastRun>();
  const batches = { kinds: [KINDS.run], order: "desc", includeArchived: true } as const;
  for await (const page of readPages(own, batches, { signal })) {
    for (const record of page) {
      const id = idOf(record);
      runs.set(id, withBatch(runs.get(id), record, id));
    }
    // The batches of a run stand beside each other: all but those of the last one are here.
    if (runs.size > limit) break;
  }
  return [...runs.values()].slice(0, limit);
}

/** Returns the id of the run that a batch belongs to. */
function idOf({ key = "" }: MemoryRecord): string {
  return key.split("/")[2] ?? "";
}

function withBatch(
  run: PastRun | undefined,
  { value, createdAt }: MemoryRecord,
  id: string,
): PastRun {
  const { trigger, turns, counts, tokens } = objectOf(value);
  return {
    id,
    at: run?.at ?? createdAt,
    trigger: textOf(trigger, "demand") as PastRun["trigger"],
    turns: (run?.turns ?? 0) + numberOf(turns),
    counts: addCounts(run?.counts ?? {}, objectOf(counts)),
    // Each batch tells what the run had taken until then.
    tokens: Math.max(run?.tokens ?? 0, numberOf(tokens)),
  };
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
