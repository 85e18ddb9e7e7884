import type { RecalledMemory } from "../../api/queries.js";
import { recordKey } from "../../internal/record-key.js";
import { compareText } from "../../model/compare-text.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import { relevanceScoring } from "../../scorings/relevance-scoring.js";
import type { Engine } from "../engine.js";
import { checkRecallQuery } from "./check-recall-query.js";
import { recallOnce } from "./recall.js";
import { listPart, sampleOverTime } from "./sample-over-time.js";
import type { PartCall } from "./sample-over-time.js";

/** Newest records that may come to mind in a scope that is too large to look at. */
const NEWEST = 200;
/** Memories that a cue brings up. Those that fit less well are left to the other factors. */
const CUED = 200;

/** A memory that may come to mind. */
export interface PoolMember {
  readonly record: MemoryRecord;
  readonly cueRelevance: number | undefined;
}

/**
 * Gathers what may come to mind, in an order that depends on the records alone: all there are, or
 * of more than a page the newest, those that fit the cue, and some of every time.
 */
export async function gatherPool(
  engine: Engine,
  call: PartCall,
  random: () => number,
): Promise<readonly PoolMember[]> {
  const { cue } = call.asked;
  const cued = cue === undefined ? [] : await recallByCue(engine, cue, call);
  const { items, cursor } = await listPart(engine, call, { order: "desc", limit: MAX_LIMIT });
  const records: MemoryRecord[] = cursor === undefined ? [...items] : items.slice(0, NEWEST);
  if (cursor !== undefined) records.push(...(await sampleOverTime(engine, call, random)), ...cued);
  const relevance = new Map(cued.map((memory) => [recordKey(memory), memory.score]));
  const distinct = new Map(records.map((record) => [recordKey(record), record]));
  return [...distinct]
    .map(([key, record]) => {
      const cueRelevance = cue === undefined ? undefined : (relevance.get(key) ?? 0);
      return { order: record.id + scopeToPath(record.scope), record, cueRelevance };
    })
    .toSorted((a, b) => compareText(a.order, b.order));
}

/** Recalls the memories that fit the cue best; their score is their relevance to it. */
async function recallByCue(
  engine: Engine,
  cue: string,
  { asked, scope, signal }: PartCall,
): Promise<readonly RecalledMemory[]> {
  const { reach, kinds, filter } = asked;
  const given = { reach, kinds, filter, limit: CUED, scoring: relevanceScoring(), rerank: false };
  const query = checkRecallQuery({ query: cue, ...given });
  // The share of untrusted ones is a share of what surfaces.
  return recallOnce({ ...engine, untrustedShare: 1 }, query, { scope, signal });
}
