import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { MemoryError } from "@kioku/core";
import { createBackup, listBackups, restoreBackup, verifyBackup } from "kioku/backup";
import type { Backup, BackupPlace } from "kioku/backup";

import type { SeededRandom } from "../seeded-random.ts";
import type { BackupOrder } from "./backup-order.ts";
import type { BackupReport } from "./backup-report.ts";
import { checkRestored } from "./check-restored.ts";
import type { KnownPast } from "./known-past.ts";
import { openChanging } from "./memory-state.ts";
import { openPlace } from "./open-place.ts";

/** Content of the file that no restore may touch. */
export const TAKEN = "no database";

/** A memory with its place for backups. */
export interface CheckedWorld {
  /** Folder of all local files. */
  readonly directory: string;
  readonly order: Pick<
    BackupOrder,
    "database" | "place" | "key" | "stagingFolder" | "targets" | "states"
  >;
  readonly past: KnownPast;
}

/** A broken promise. */
export interface Finding {
  readonly kind: "lost" | "different" | "returned" | "partial" | "leftovers";
  readonly problem: string;
}

interface Check extends CheckedWorld {
  readonly nowMs: number;
  readonly random: SeededRandom;
}

/** Newest backups that are always kept. */
const KEPT = 2;

/** Checks all of a world after a kill, and then backs it up without one. */
export async function checkBackups(check: Check, report: BackupReport): Promise<Finding[]> {
  const { order, past, nowMs, random } = check;
  const clock = (): Date => new Date(nowMs);
  const place: BackupPlace = { objects: openPlace(order.place), key: order.key, clock };
  const found = await checkTargets(check, report);
  const { backups, damaged } = await listBackups(place);
  for (const { key, problem } of damaged)
    found.push({ kind: "lost", problem: `${key} ${problem}` });
  found.push(...goneBackups(past, backups));
  const [newest, ...older] = backups;
  const asked = older.length === 0 ? [newest] : [newest, random.pick(older)];
  for (const backup of asked) {
    if (backup !== undefined) found.push(...(await checkBackup(backup, { check, place, report })));
  }
  found.push(...(await backUpAgain(check, place, report)));
  return found;
}

/** Finds out whether the two newest backups are there. Those of one second have no order. */
function goneBackups(past: KnownPast, backups: readonly Backup[]): Finding[] {
  const completed = past.backups.map(({ id }) => secondOf(id)).toSorted();
  const expected = completed.slice(-KEPT);
  const there = backups.map(({ id }) => secondOf(id)).toSorted();
  const gone = expected.filter((second, index) => {
    const found = there.at(index - expected.length);
    return found === undefined || found < second;
  });
  return gone.map((second) => ({ kind: "lost", problem: `the backup of ${second} is gone` }));
}

function secondOf(id: string): string {
  return id.slice(0, id.indexOf("-"));
}

/** Verifies one backup, restores it, and compares what comes out. */
async function checkBackup(
  { id }: Backup,
  {
    check,
    place,
    report,
  }: { readonly check: Check; readonly place: BackupPlace; readonly report: BackupReport },
): Promise<Finding[]> {
  const { order, past } = check;
  const { damaged } = await verifyBackup({ ...place, id });
  const lost = damaged.map(({ key, problem }) => `backup ${id}: ${key} ${problem}`);
  if (lost.length > 0) return lost.map((problem) => ({ kind: "lost", problem }));
  const to = join(order.targets, "check.db");
  try {
    await restoreBackup({ ...place, id, to, stagingFolder: order.stagingFolder });
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    return [{ kind: "lost", problem: `backup ${id} is not restored: ${error.message}` }];
  }
  const from = past.backups.find((backup) => backup.id === id)?.from ?? 0;
  const found = await checkRestored(to, { past, from, report });
  const left = readdirSync(order.targets).filter((name) => name.startsWith("."));
  for (const name of left) {
    found.push({ kind: "leftovers", problem: `${name} is left beside a restored file` });
  }
  return found;
}

/** Each file that a killed process has restored is there as a whole or not at all. */
async function checkTargets({ order, past }: Check, report: BackupReport): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const name of readdirSync(order.targets)) {
    const file = join(order.targets, name);
    if (name === "taken.db") {
      if (readFileSync(file, "utf8") === TAKEN) continue;
      found.push({ kind: "partial", problem: `${file} was written over` });
    } else if (name.endsWith(".db")) {
      // The process may have been killed before it published its erasures.
      found.push(...(await checkRestored(file, { past, from: 0, report, isOlder: true })));
    }
  }
  return found;
}

/** Backs up without a kill: goes on where the process stopped, and leaves nothing behind. */
async function backUpAgain(
  { order, past, random }: Check,
  place: BackupPlace,
  report: BackupReport,
): Promise<Finding[]> {
  const { memory, sqlite } = openChanging(order.database, place.clock ?? (() => new Date()));
  const from = past.states.length - 1;
  try {
    const made = await createBackup({
      ...place,
      database: "torture",
      memory,
      sqlite,
      stagingFolder: order.stagingFolder,
      keep: random.chance(0.7) ? random.pick(["3h", "2h,1d"]) : undefined,
    });
    past.backups.push({ id: made.id, from: made.isResumed ? 0 : from });
    report.resumed += made.isResumed ? 1 : 0;
    report.removed += made.removed.length;
    const problems = made.problems.map((problem) => `after a backup: ${problem}`);
    const left = leftIn(order.stagingFolder).map((file) => `${file} is left after a backup`);
    if (order.place.kind === "folder") {
      const unfinished = leftIn(join(order.place.path, ".unfinished"));
      left.push(...unfinished.map((file) => `${file} is left in the place after a backup`));
    }
    past.publishAll();
    return [...problems, ...left].map((problem) => ({ kind: "leftovers", problem }));
  } finally {
    await memory.close();
  }
}

function leftIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name));
}
