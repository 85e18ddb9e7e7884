import { parseFilter } from "../../internal/check/parse-filter.js";
import type { Filter } from "../../model/filter.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import type { CheckedSurface } from "./check-surface-query.js";
import { recallable } from "./recallable.js";

/** What may come to mind, and where. */
export interface PartCall {
  readonly asked: CheckedSurface;
  readonly scope: Scope;
  readonly now: Date;
  readonly signal: AbortSignal | undefined;
}

/** Which part of it, by time. */
export interface Part {
  readonly order: "asc" | "desc";
  readonly limit: number;
  /** Only records for which this holds, too. */
  readonly only?: Filter;
}

/** The oldest or newest of what may come to mind. */
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
