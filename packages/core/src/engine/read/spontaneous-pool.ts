import { compareText } from "../../model/compare-text.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { nameOf } from "../surfaced-lately.js";
import { recallByCue } from "./cue-relevance.js";
import { listPart } from "./list-part.js";
import type { PartCall } from "./list-part.js";
import { sampleOverTime } from "./sample-over-time.js";

/** Of a scope that is too large to look at, how many of the newest may come to mind. */
const NEWEST = 200;

/** A memory that may come to mind, and how well it fits the cue, if there is one. */
export interface PoolMember {
  readonly record: MemoryRecord;
  readonly cueRelevance: number | undefined;
}

/**
 * What may come to mind, in an order that depends on nothing but what is in it: all that there is,
 * or of more than a page the newest, what fits the cue, and some of every time.
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
  const relevance = new Map(cued.map((memory) => [nameOf(memory), memory.score]));
  const byName = new Map(records.map((record) => [nameOf(record), record]));
  return [...byName]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, record]) => {
      const cueRelevance = cue === undefined ? undefined : (relevance.get(name) ?? 0);
      return { record, cueRelevance };
    });
}
