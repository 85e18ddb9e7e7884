import type { CallOptions, Memory, MemoryRecord } from "@kioku/core";
import { daysSinceUse, retrievability } from "@kioku/core/toolkit";

import { STATE_KINDS } from "../model/kinds.js";

const PAGE = 1000;
const MS_PER_MINUTE = 60_000;
/** Least probabilities of recall of the bands of `Tally.strength`, the strongest first. */
export const BANDS = [0.9, 0.7, 0.5, 0] as const;

/** Counts of memories. */
export interface Tally {
  /** All of them. */
  readonly memories: number;
  /** By kind. */
  readonly kinds: ReadonlyMap<string, number>;
  /** By origin. */
  readonly origins: ReadonlyMap<string, number>;
  /** By scope, as the JSON of its elements. */
  readonly scopes: ReadonlyMap<string, number>;
  /** Names of conversations. */
  readonly threads: ReadonlySet<string>;
  /** By the day on which they were written, such as `2026-11-26`. */
  readonly days: ReadonlyMap<string, number>;
  /** Number of those that can be recalled, by the bands of their probability. */
  readonly strength: readonly number[];
  /** Number of those that are recalled only when asked for. */
  readonly archived: number;
  /** Number of those that no longer hold. */
  readonly replaced: number;
  /** Number of those that are kept from fading. */
  readonly pinned: number;
  /** When the first one was written. */
  readonly oldest: Date | undefined;
  /** When the last one was written. */
  readonly newest: Date | undefined;
  /** Where counting goes on; absent once all are counted. */
  readonly cursor: string | undefined;
}

/** Options of `tallyOf`. */
export interface TallyOptions extends CallOptions {
  /** The present moment, for probabilities. */
  readonly now: Date;
  /** Where another count ended: only the memories after it are counted. @defaultValue the start */
  readonly cursor?: string | undefined;
  /** Order of counting: the oldest or the newest first. @defaultValue `"asc"` */
  readonly order?: "asc" | "desc" | undefined;
}

interface Counting extends Record<"memories" | "archived" | "replaced" | "pinned", number> {
  readonly kinds: Map<string, number>;
  readonly origins: Map<string, number>;
  readonly scopes: Map<string, number>;
  readonly threads: Set<string>;
  readonly days: Map<string, number>;
  readonly strength: number[];
  oldest: Date | undefined;
  newest: Date | undefined;
}

/** Counts the memories of a scope and those below; yields the sum so far after each page. */
export async function* tallyOf(
  memory: Memory,
  { now, signal, cursor: start, order = "asc" }: TallyOptions,
): AsyncGenerator<Tally, void, undefined> {
  const counting: Counting = {
    memories: 0,
    kinds: new Map(),
    origins: new Map(),
    scopes: new Map(),
    threads: new Set(),
    days: new Map(),
    strength: BANDS.map(() => 0),
    archived: 0,
    replaced: 0,
    pinned: 0,
    oldest: undefined,
    newest: undefined,
  };
  const query = {
    filter: { "@kind": { $nin: STATE_KINDS } },
    reach: "below",
    includeArchived: true,
    includeRetired: true,
    order,
    limit: PAGE,
  } as const;
  let cursor = start;
  do {
    const page = await memory.list({ ...query, cursor }, { signal });
    for (const record of page.items) add(counting, record, now);
    ({ cursor } = page);
    yield { ...counting, cursor };
  } while (cursor !== undefined);
}

function add(counting: Counting, record: MemoryRecord, now: Date): void {
  const { kind, origin, scope, thread, createdAt, validTo, archivedAt, pinned } = record;
  counting.memories += 1;
  increase(counting.kinds, kind);
  increase(counting.origins, origin);
  increase(counting.scopes, JSON.stringify(scope));
  increase(counting.days, dayOf(createdAt));
  if (thread !== undefined) counting.threads.add(thread);
  if (pinned) counting.pinned += 1;
  const { oldest = createdAt, newest = createdAt } = counting;
  counting.oldest = createdAt < oldest ? createdAt : oldest;
  counting.newest = createdAt > newest ? createdAt : newest;
  if (archivedAt !== undefined) counting.archived += 1;
  else if (validTo !== undefined && validTo <= now) counting.replaced += 1;
  else {
    const share = retrievability(daysSinceUse({ record, now }), record.strength.stabilityDays);
    const band = BANDS.findIndex((least) => share >= least);
    counting.strength[band] = (counting.strength[band] ?? 0) + 1;
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Returns the day of an instant where this machine is. */
function dayOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * MS_PER_MINUTE);
  return local.toISOString().slice(0, 10);
}
