import type { CallOptions, SpaceStatus } from "@kioku/core";
import { BANDS, type MindStats, type Tally, tallyOf } from "@kioku/mind";
import type { StoreStats } from "@kioku/store-sqlite";

import type { OpenedMemory } from "../../wire/create-opened-memory.js";

/** All figures of `stats`. */
export interface Stats {
  /** Counts of the scope and those below. */
  readonly tally: Tally;
  /** Of the scope alone. */
  readonly mind: MindStats;
  /** Vector spaces of the whole database. */
  readonly spaces: readonly SpaceStatus[];
  /** Sizes of the whole database; only of SQLite. */
  readonly store: StoreStats | undefined;
}

interface StatsOptions extends CallOptions {
  readonly now: Date;
  /** Called with the number of memories so far, and those of the database if that is known. */
  readonly onProgress: (memories: number, total?: number) => void;
}

/** Reads all figures. */
export async function readStats(
  opened: OpenedMemory,
  { now, onProgress, signal }: StatsOptions,
): Promise<Stats> {
  const { memory, root, store } = opened;
  const spaces = await root.spaces({ signal });
  const sizes = store.kind === "sqlite" ? await store.sqlite.stats({ signal }) : undefined;
  let tally: Tally | undefined;
  for await (tally of tallyOf(memory, { now, signal })) onProgress(tally.memories, sizes?.records);
  if (tally === undefined) throw new TypeError("unreachable");
  const figures = await (await opened.mind()).stats({ signal });
  return { tally, mind: figures, spaces, store: sizes };
}

/** Returns the figures as programs get them. */
export function statsToJson({ tally, mind, spaces, store }: Stats): unknown {
  const { memories, archived, replaced, pinned, oldest, newest, strength } = tally;
  return {
    memories,
    archived,
    replaced,
    pinned,
    threads: tally.threads.size,
    kinds: Object.fromEntries(tally.kinds),
    origins: Object.fromEntries(tally.origins),
    strength: BANDS.map((least, index) => ({ least, memories: strength[index] ?? 0 })),
    days: Object.fromEntries(tally.days),
    oldest,
    newest,
    mind,
    spaces,
    store,
  };
}
