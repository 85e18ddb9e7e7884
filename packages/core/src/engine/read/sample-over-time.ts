import type { RecalledMemory, SurfaceQuery } from "../../api/queries.js";
import type { Defaulted } from "../../internal/check/check-options.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { recordKey } from "../../internal/record-key.js";
import { compareText } from "../../model/compare-text.js";
import type { Filter } from "../../model/filter.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Emotion, MemoryRecord, Page } from "../../model/record.js";
import { type Scope, scopeToPath } from "../../model/scope.js";
import { relevanceScoring } from "../../ranking/fsrs-scoring.js";
import type { Engine } from "../engine.js";
import { checkRecallQuery } from "./check-recall-query.js";
import { recallable } from "./find-searchable.js";
import { recallOnce } from "./recall.js";

const MOMENTS = 12;
const RECORDS_PER_MOMENT = 50;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/u;

/** A query with every default filled in. */
export interface CheckedSurface extends Defaulted<
  Pick<SurfaceQuery, "limit" | "temperature" | "cooldown" | "reach" | "explain">
> {
  readonly cue: string | undefined;
  readonly seed: string | undefined;
  readonly exclude: ReadonlySet<string>;
  readonly kinds: readonly string[] | undefined;
  readonly mood: Emotion | undefined;
  /** The filter of the query, and the least trust. */
  readonly filter: Filter;
}

/** A query for what may come to mind in a scope. */
export interface PartCall {
  readonly asked: CheckedSurface;
  readonly scope: Scope;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
}

/** Lists the oldest or newest of what may come to mind. */
function listPart(
  engine: Engine,
  { asked, scope, now, signal }: PartCall,
  { order, limit, only }: { order: "asc" | "desc"; limit: number; only?: Filter },
): Promise<Page<MemoryRecord>> {
  const { reach, kinds, filter } = asked;
  const where = parseFilter(only ? { $and: [filter, only] } : filter);
  const selection = recallable({ within: [scope], reach, kinds, where }, now);
  return engine.store.list({ ...selection, orderBy: "createdAt", order, limit }, { signal });
}

/** Reads the records before each of a few random moments, in crowded and empty times alike. */
async function sampleOverTime(
  engine: Engine,
  call: PartCall,
  random: () => number,
): Promise<readonly MemoryRecord[]> {
  const { items } = await listPart(engine, call, { order: "asc", limit: 1 });
  const from = items[0]?.createdAt.getTime() ?? 0;
  const span = Math.max(call.now.getTime() - from, 0);
  // All numbers are drawn before anything is read, so that the order of answers changes nothing.
  const moments = Array.from({ length: MOMENTS }, () => ({ time: random(), within: random() }));
  const parts = moments.map(({ time, within }) =>
    listBefore(engine, call, { time: from + time * span, within }),
  );
  return (await Promise.all(parts)).flat();
}

/** Lists before a time and, among many records of one instant, before a share of them, 0 to 1. */
async function listBefore(
  engine: Engine,
  call: PartCall,
  { time, within }: { readonly time: number; readonly within: number },
): Promise<readonly MemoryRecord[]> {
  const newest = { order: "desc", limit: RECORDS_PER_MOMENT } as const;
  const only = { "@createdAt": { $lte: new Date(Math.floor(time)) } };
  const { items, cursor } = await listPart(engine, call, { ...newest, only });
  const [last, next] = [items[0], items.at(-1)];
  const at = last?.createdAt;
  // Many written at once, such as an import, have one instant: this would always be its end.
  if (!at || cursor === undefined || next?.createdAt.getTime() !== at.getTime()) return items;
  const thatInstant = { $gte: at, $lte: at };
  const oldest = { order: "asc", limit: 1, only: { "@createdAt": thatInstant } } as const;
  const [first = last] = (await listPart(engine, call, oldest)).items;
  const id = idBetween(first.id, last.id, within);
  if (id === undefined) return items;
  const part = { ...newest, only: { "@createdAt": thatInstant, "@id": { $lte: id } } };
  return (await listPart(engine, call, part)).items;
}

/** Returns an id between two UUIDs: the first at a share of 0, the second at 1. */
export function idBetween(first: string, second: string, share: number): string | undefined {
  if (!UUID.test(first) || !UUID.test(second)) return undefined;
  const [from, to] = [toNumber(first), toNumber(second)];
  const steps = BigInt(Math.floor(share * 2 ** 32));
  const hex = (from + (((to - from) * steps) >> 32n)).toString(16).padStart(32, "0");
  return hex.replace(GROUPS, "$1-$2-$3-$4-$5");
}

function toNumber(id: string): bigint {
  return BigInt(`0x${id.replaceAll("-", "")}`);
}

/** Newest records that may come to mind in a scope that is too large to look at. */
const NEWEST = 200;
/** Memories that a cue brings up. Those that fit less well are left to the other factors. */
const CUED = 200;

/** A memory that may come to mind. */
export interface PoolMember {
  readonly record: MemoryRecord;
  readonly cueRelevance: number | undefined;
}

/** Gathers all there are, or of more than a page the newest, the cued, and some of every time. */
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
  const query = checkRecallQuery({ query: cue, ...given, minScore: 0 });
  // The share of untrusted ones is a share of what surfaces.
  const found = await recallOnce({ ...engine, untrustedShare: 1 }, query, { scope, signal });
  return found.memories;
}
