import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { newPlace } from "../places/open-place.ts";
import type { PlaceChoice } from "../places/open-place.ts";
import type { Engine, Place, Settled } from "../places/place.ts";
import { askSet, hasKnown, playSet } from "./ask-set.ts";
import type { QueryResult } from "./ask-set.ts";
import { movableClock } from "./movable-clock.ts";
import type { OnProgress } from "./progress.ts";
import type { RecallSet } from "./recall-set.ts";
import { openMemory } from "./recall-settings.ts";
import type { RecallSettings } from "./recall-settings.ts";
import { writeSet } from "./write-set.ts";
import type { RecordNames } from "./write-set.ts";

/** Settings of a run. */
interface RecallRun {
  /** Store of the records; by default files of SQLite. */
  readonly place?: PlaceChoice | undefined;
  readonly set: RecallSet;
  /**
   * Settings in order; each uses a file that is written once per `agesDays`, or one of its own if
   * queries are asked between the writes.
   */
  readonly settings: readonly RecallSettings[];
  readonly onProgress: (settings: number) => OnProgress;
}

/** Answers of a run, and how the engine found them. */
interface RecallOutcome {
  /** The results of each of the settings, in order. */
  readonly runs: readonly (readonly QueryResult[])[];
  readonly engine: Engine;
  /** Indexes made for large scopes, over all places. */
  readonly settled: Settled;
  /** Number of searches that used an index of vectors. */
  readonly indexScans: number;
}

/**
 * Remembers a set in a temporary folder, lets the store settle, and asks the queries once for each
 * of the settings.
 */
export async function runRecall({
  place: choice = { store: "sqlite" },
  set,
  settings,
  onProgress,
}: RecallRun): Promise<RecallOutcome> {
  const directory = await mkdtemp(join(tmpdir(), "kioku-bench-"));
  const isPlayed = hasKnown(set);
  const places = new Map<number, Place>();
  const written = new Map<number, RecordNames>();
  const runs: (readonly QueryResult[])[] = [];
  let settled: Settled = { vectorIndexes: 0, keywordSegments: 0 };
  let engine: Engine = {};
  let indexScans = 0;
  try {
    for (const [index, one] of settings.entries()) {
      const days = one.agesDays ?? 0;
      const clock = movableClock();
      const key = isPlayed ? index : days;
      const place = places.get(key) ?? newPlace(choice, await mkdtemp(join(directory, "place-")));
      places.set(key, place);
      const now = days === 0 ? () => new Date() : clock.now;
      const store = place.createStore();
      const memory = openMemory({ store, clock: now }, one);
      try {
        const ages = days === 0 ? undefined : { days, clock };
        const call = { onProgress: onProgress(index), ages };
        if (!isPlayed && !written.has(key)) {
          written.set(key, await writeSet(memory, set, call));
          settled = added(settled, await place.settle(store));
        }
        const names = written.get(key);
        const asked = { ...call, ...one, set };
        const answers = names ? askSet(memory, { ...asked, names }) : playSet(memory, asked);
        runs.push(await answers);
        engine = await place.engine();
      } finally {
        await memory.close();
      }
    }
    for (const place of places.values()) indexScans += await place.indexScans();
  } finally {
    for (const place of places.values()) await place.remove();
    await rm(directory, { recursive: true, force: true });
  }
  return { runs, engine, settled, indexScans };
}

function added(one: Settled, other: Settled): Settled {
  return {
    vectorIndexes: one.vectorIndexes + other.vectorIndexes,
    keywordSegments: one.keywordSegments + other.keywordSegments,
  };
}
