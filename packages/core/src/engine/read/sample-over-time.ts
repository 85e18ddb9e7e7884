import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Filter } from "../../model/filter.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import type { CheckedSurface } from "./check-surface-query.js";
import { recallable } from "./find-searchable.js";

const MOMENTS = 12;
const RECORDS_PER_MOMENT = 50;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/u;

/** A query for what may come to mind in a scope. */
export interface PartCall {
  readonly asked: CheckedSurface;
  readonly scope: Scope;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
}

/** A part of a scope, by time. */
export interface Part {
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly only?: Filter;
}

/** Lists the oldest or newest of what may come to mind. */
export function listPart(
  engine: Engine,
  { asked, scope, now, signal }: PartCall,
  { order, limit, only }: Part,
): Promise<Page<MemoryRecord>> {
  const { reach, kinds, filter } = asked;
  const where = parseFilter(only ? { $and: [filter, only] } : filter);
  const selection = recallable({ within: [scope], reach, kinds, where }, now);
  return engine.store.list({ ...selection, orderBy: "createdAt", order, limit }, { signal });
}

/** Reads the records before each of a few random moments, in crowded and empty times alike. */
export async function sampleOverTime(
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
