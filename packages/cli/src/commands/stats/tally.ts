import type { CallOptions, Memory, MemoryRecord } from "@kioku/core";
import { daysSinceUse, retrievability } from "@kioku/core/toolkit";

import { MEMORIES } from "../../command/selection.js";
import { day } from "../../output/times.js";

const PAGE = 1000;
/** Least probabilities of recall of the bands of `Tally.strength`, the strongest first. */
export const BANDS = [0.9, 0.7, 0.5, 0] as const;

/** Counts of memories. */
export interface Tally {
  /** All of them. */
  memories: number;
  /** By kind. */
  readonly kinds: Map<string, number>;
  /** By origin. */
  readonly origins: Map<string, number>;
  /** Names of conversations. */
  readonly threads: Set<string>;
  /** By the day on which they were written, such as `2026-11-26`. */
  readonly days: Map<string, number>;
  /** Number of those that can be recalled, by the bands of their probability. */
  readonly strength: number[];
  /** Number of those that are recalled only when asked for. */
  archived: number;
  /** Number of those that no longer hold. */
  replaced: number;
  /** Number of those that are kept from fading. */
  pinned: number;
  /** When the first one was written. */
  oldest: Date | undefined;
  /** When the last one was written. */
  newest: Date | undefined;
}

interface TallyOptions extends CallOptions {
  readonly now: Date;
  readonly onProgress: (memories: number) => void;
}

/** Counts the memories of a scope and those below, page by page. */
export async function tallyOf(
  memory: Memory,
  { now, onProgress, signal }: TallyOptions,
): Promise<Tally> {
  const tally: Tally = {
    memories: 0,
    kinds: new Map(),
    origins: new Map(),
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
    filter: MEMORIES,
    reach: "below",
    includeArchived: true,
    includeRetired: true,
    limit: PAGE,
  } as const;
  let cursor: string | undefined;
  do {
    const page = await memory.list({ ...query, cursor }, { signal });
    for (const record of page.items) add(tally, record, now);
    ({ cursor } = page);
    onProgress(tally.memories);
  } while (cursor !== undefined);
  return tally;
}

function add(tally: Tally, record: MemoryRecord, now: Date): void {
  const { kind, origin, thread, createdAt, validTo, archivedAt, pinned } = record;
  tally.memories += 1;
  increase(tally.kinds, kind);
  increase(tally.origins, origin);
  increase(tally.days, day(createdAt));
  if (thread !== undefined) tally.threads.add(thread);
  if (pinned) tally.pinned += 1;
  // Listed by the time at which they were written.
  tally.oldest ??= createdAt;
  tally.newest = createdAt;
  if (archivedAt !== undefined) tally.archived += 1;
  else if (validTo !== undefined && validTo <= now) tally.replaced += 1;
  else {
    const share = retrievability(daysSinceUse({ record, now }), record.strength.stabilityDays);
    const band = BANDS.findIndex((least) => share >= least);
    tally.strength[band] = (tally.strength[band] ?? 0) + 1;
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
