import { parseFilter } from "../../check/parse-filter.js";
import { compareText } from "../../model/compare-text.js";
import type { Filter } from "../../model/filter.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { ListRequest } from "../../store/selection.js";
import type { Engine } from "../engine.js";
import { MAX_LIMIT } from "../limits.js";
import { recallable } from "../recallable.js";
import { nameOf } from "../surfaced-lately.js";
import type { CheckedSurface } from "./check-surface-query.js";
import { recallByCue } from "./cue-relevance.js";

/** Of a scope that is too large to look at: how many of the newest, and how many at each of how many places in time. */
const NEWEST = 200;
const PLACES = 12;
const PER_PLACE = 50;

/** What the pool is of. */
export interface PoolCall {
  readonly asked: CheckedSurface;
  readonly scope: Scope;
  readonly now: Date;
  readonly random: () => number;
  readonly signal: AbortSignal | undefined;
}

/** A memory that may come to mind, and how well it fits the cue, if there is one. */
export interface PoolMember {
  readonly record: MemoryRecord;
  readonly cueRelevance: number | undefined;
}

/** What may come to mind, in an order that depends on nothing but what is in it. */
export async function gatherPool(engine: Engine, call: PoolCall): Promise<readonly PoolMember[]> {
  const { asked, scope, signal } = call;
  const { cue } = asked;
  const cued =
    cue === undefined ? [] : await recallByCue(engine, { ...asked, cue }, { scope, signal });
  const relevance = new Map(cued.map((memory) => [nameOf(memory), memory.score]));
  const { items, cursor } = await listPart(engine, call, { order: "desc" });
  const records = cursor === undefined ? items : [...(await sample(engine, call, items)), ...cued];
  const byName = new Map(records.map((record) => [nameOf(record), record]));
  return [...byName]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, record]) => {
      const cueRelevance = cue === undefined ? undefined : (relevance.get(name) ?? 0);
      return { record, cueRelevance };
    });
}

/** The newest, and what comes after random moments. Crowded times are met as often as empty ones. */
async function sample(
  engine: Engine,
  call: PoolCall,
  newest: readonly MemoryRecord[],
): Promise<readonly MemoryRecord[]> {
  const first = await listPart(engine, call, { order: "asc", limit: 1 });
  const from = first.items[0]?.createdAt.getTime() ?? 0;
  const to = newest[0]?.createdAt.getTime() ?? from;
  const places = Array.from({ length: PLACES }, () => from + call.random() * (to - from));
  const pages = await Promise.all(
    places.map((place) => {
      const since = new Date(Math.floor(place));
      return listPart(engine, call, { order: "asc", limit: PER_PLACE, since });
    }),
  );
  return [...newest.slice(0, NEWEST), ...pages.flatMap((page) => page.items)];
}

/** Which part of what may come to mind, by time. */
interface Part extends Pick<ListRequest, "order"> {
  readonly limit?: number;
  readonly since?: Date;
}

function listPart(
  engine: Engine,
  { asked, scope, now, signal }: PoolCall,
  { order, limit = MAX_LIMIT, since }: Part,
): ReturnType<Engine["store"]["list"]> {
  const { reach, kinds, filter } = asked;
  const inTime: Filter = since ? { $and: [filter, { "@createdAt": { $gte: since } }] } : filter;
  const selection = recallable({ within: [scope], reach, kinds, where: parseFilter(inTime) }, now);
  return engine.store.list({ ...selection, orderBy: "createdAt", order, limit }, { signal });
}
