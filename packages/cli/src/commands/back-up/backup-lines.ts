import type {
  Backup,
  BackupList,
  CreatedBackup,
  DamagedObject,
  RestoredBackup,
  RetentionPlan,
} from "../../backup/options.js";
import { parseKeep, planRetention } from "../../backup/retention.js";
import { table } from "../../output/layout.js";
import { bytes, count, counted } from "../../output/numbers.js";
import type { Printer } from "../../output/printer.js";
import { shown } from "../../output/shown.js";
import { dayAndTime, relativeTime } from "../../output/times.js";

/** Returns a backup as JSON shows it. */
export function backupToJson(backup: Backup): Readonly<Record<string, unknown>> {
  const { id, database, takenAt, kind, records, bytes: size, storedBytes, isEncrypted } = backup;
  return {
    id,
    database,
    takenAt,
    kind,
    memories: records,
    bytes: size,
    storedBytes,
    encrypted: isEncrypted,
  };
}

/** Returns the table of backups, and what is damaged. */
export function listLines(
  { backups, damaged }: BackupList,
  { print, now, place }: { readonly print: Printer; readonly now: Date; readonly place: string },
): readonly string[] {
  const { columns, style } = print;
  const rows = backups.map((backup) => [
    backup.id,
    relativeTime(backup.takenAt, now),
    bytes(backup.storedBytes),
    count(backup.records),
    backup.isEncrypted ? "encrypted" : "",
  ]);
  const head = ["Backup", "Taken", "Size", "Memories", ""];
  const list = table(rows, { columns, head, numbers: [2, 3], style: style.strong });
  const databases = [...new Set(backups.map(({ database }) => database))];
  const of = databases.length === 0 ? "" : ` of database ${databases.join(", ")}`;
  const sum = `${counted(backups.length, "backup")}${of} in ${place}`;
  return [...(rows.length === 0 ? [] : [...list, ""]), sum, ...damagedLines(damaged, print)];
}

/** Returns what a backup was, and what was removed after it. */
export function createdLines(
  made: CreatedBackup,
  print: Printer,
  place: string,
): readonly string[] {
  const { id, records, storedBytes, takenAt, isResumed, removed } = made;
  const { style } = print;
  const what = `${counted(records, "memory", "memories")} in ${bytes(storedBytes)}`;
  return [
    style.good(`Backed up ${what} to ${place}: ${id}.`),
    ...(isResumed
      ? [`It went on with the copy of ${dayAndTime(takenAt)}, which was cut off.`]
      : []),
    "Every part was read back and compared.",
    ...(removed.length === 0
      ? []
      : [`Removed ${counted(removed.length, "older backup")}: ${removed.join(", ")}.`]),
  ];
}

/** Returns warnings of what cannot be used. */
export function damagedLines(
  damaged: readonly DamagedObject[],
  { style }: Printer,
): readonly string[] {
  return damaged.map(({ key, problem }) =>
    style.warning(shown(problem.includes(key) ? problem : `${key}: ${problem}`)),
  );
}

/** Returns what was restored, or would be. */
export function restoredLines(
  { id, takenAt, records, erasedAgain }: RestoredBackup,
  { print, to, dryRun }: { readonly print: Printer; readonly to: string; readonly dryRun: boolean },
): readonly string[] {
  const memories = counted(records, "memory", "memories");
  const what = `backup ${id} of ${dayAndTime(takenAt)} with ${memories} to ${to}`;
  const erased = counted(erasedAgain, "record");
  const again = `${erased} that had been erased since ${erasedAgain === 1 ? "was" : "were"}`;
  return [
    dryRun ? `Would restore ${what}.` : print.style.good(`Restored ${what}.`),
    "Every part was checked, and the database as a whole.",
    ...(erasedAgain === 0
      ? []
      : [
          dryRun
            ? `Would erase again ${erased} that had been erased since.`
            : `${again} erased again.`,
        ]),
  ];
}

/** Returns what a person has to know: erasures that may be missing, and what is damaged. */
export function warningLines(
  { erasuresKnownUntil, damaged }: RestoredBackup,
  now: Date,
): readonly string[] {
  const since = `${dayAndTime(erasuresKnownUntil)} (${relativeTime(erasuresKnownUntil, now)})`;
  const isUnknown = erasuresKnownUntil < now;
  return [
    ...damaged.map(({ key, problem }) => (problem.includes(key) ? problem : `${key}: ${problem}`)),
    ...(isUnknown
      ? [`Erasures after ${since} are unknown: what was erased then may be back.`]
      : []),
  ];
}

/** Id that the new backup has in a plan: after all others. */
const NEW = "~";

/** Returns which of the backups that are there a backup made now would leave. */
export function planOf(
  { backups }: BackupList,
  keep: string | undefined,
  now: Date,
): RetentionPlan {
  const [some] = backups;
  if (keep === undefined || some === undefined) return { kept: backups, removed: [] };
  const made = { ...some, id: NEW, takenAt: now };
  const { kept, removed } = planRetention([...backups, made], parseKeep(keep), NEW);
  return { kept: kept.filter(({ id }) => id !== NEW), removed };
}

/** Returns the lines of a plan. */
export function planLines(
  { kept, removed }: RetentionPlan,
  database: string,
  place: string,
): readonly string[] {
  return [
    `Would back ${database} up to ${place}, which has ${counted(kept.length + removed.length, "backup")}.`,
    removed.length === 0 ? "Would remove none." : "Would remove:",
    ...removed.map(({ id, takenAt }) => `  ${id}  ${dayAndTime(takenAt)}`),
  ];
}
