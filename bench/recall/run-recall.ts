import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { newPlace } from "../places/open-place.ts";
import type { PlaceChoice } from "../places/open-place.ts";
import type { Place } from "../places/place.ts";
import { askSet } from "./ask-set.ts";
import type { QueryResult } from "./ask-set.ts";
import { movableClock } from "./movable-clock.ts";
import type { OnProgress } from "./progress.ts";
import type { RecallSet } from "./recall-set.ts";
import { openMemory } from "./recall-settings.ts";
import type { RecallSettings } from "./recall-settings.ts";
import { writeSet } from "./write-set.ts";
import type { RecordNames } from "./write-set.ts";

/** What is measured. */
interface RecallRun {
  /** Where the records are; by default in files of SQLite. */
  readonly place?: PlaceChoice | undefined;
  readonly set: RecallSet;
  /** In order; each is asked over a file that is written once per `agesDays`. */
  readonly settings: readonly RecallSettings[];
  readonly onProgress: (settings: number) => OnProgress;
}

/** Remembers a set in a temporary folder and asks its queries once for each of the settings. */
export async function runRecall({
  place: choice = { store: "sqlite" },
  set,
  settings,
  onProgress,
}: RecallRun): Promise<readonly (readonly QueryResult[])[]> {
  const directory = await mkdtemp(join(tmpdir(), "kioku-bench-"));
  const places = new Map<number, Place>();
  const written = new Map<number, RecordNames>();
  const runs: (readonly QueryResult[])[] = [];
  try {
    for (const [index, one] of settings.entries()) {
      const days = one.agesDays ?? 0;
      const clock = movableClock();
      const place = places.get(days) ?? newPlace(choice, await mkdtemp(join(directory, "place-")));
      places.set(days, place);
      const now = days === 0 ? () => new Date() : clock.now;
      const memory = openMemory({ place, clock: now }, one);
      try {
        const ages = days === 0 ? undefined : { days, clock };
        const call = { onProgress: onProgress(index), ages };
        const names = written.get(days) ?? (await writeSet(memory, set, call));
        written.set(days, names);
        runs.push(await askSet(memory, { ...call, ...one, set, names }));
      } finally {
        await memory.close();
      }
    }
  } finally {
    for (const place of places.values()) await place.remove();
    await rm(directory, { recursive: true, force: true });
  }
  return runs;
}
