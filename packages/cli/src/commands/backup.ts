import { join } from "node:path";

import { createBackup } from "../backup/create-backup.js";
import { listBackups } from "../backup/list-backups.js";
import type { ObjectStore } from "../backup/object-store.js";
import type { BackupPlace } from "../backup/options.js";
import { publishTombstones } from "../backup/publish-tombstones.js";
import { parseKeep } from "../backup/retention.js";
import type { Call } from "../command/call.js";
import { EXIT, usageError } from "../command/cli-error.js";
import type { Settings } from "../config/settings.js";
import { userFoldersOf } from "../config/user-folders.js";
import type { Host } from "../host.js";
import { failureOf } from "../output/failure.js";
import { counted, duration } from "../output/numbers.js";
import { shown } from "../output/shown.js";
import type { BACKUP_FLAGS } from "../table/backup-commands.js";
import {
  backupToJson,
  createdLines,
  listLines,
  planLines,
  planOf,
} from "./back-up/backup-lines.js";
import { keepDatabaseId } from "./back-up/database-id.js";
import { objectsOf } from "./back-up/objects-of.js";
import { withSource } from "./back-up/open-source.js";
import { runEvery } from "./back-up/run-every.js";
import { withProgress } from "./back-up/show-progress.js";
import { verifyAll } from "./back-up/verify-all.js";

type BackupCall = Call<typeof BACKUP_FLAGS>;

const SHORTEST_MS = 60_000;
const LONGEST_MS = 24 * 86_400_000;

/** Runs `backup`. */
export async function run(call: BackupCall): Promise<number> {
  const { flags, args, host, print, signal } = call;
  const { list, verify, tombstones, every } = flags;
  const given = [list && "list", verify && "verify", tombstones && "tombstones", every && "every"];
  const [first, second] = given.filter(
    (name) => typeof name === "string" || typeof name === "number",
  );
  if (second !== undefined) throw usageError(`--${first} and --${second} exclude each other`);
  if (args.length > 0 && !verify) throw usageError("a backup is named only with --verify");
  const settings = await call.settings();
  const keep = flags.keep ?? settings.backup.keep;
  if (keep !== undefined) parseKeep(keep);
  const objects = await objectsOf(flags.to, settings, host);
  const place = { objects, key: settings.backup.key, clock: host.clock, signal };
  if (list) {
    const found = await listBackups(place);
    const json = { backups: found.backups.map(backupToJson), damaged: found.damaged };
    const shownIn = { print, now: host.clock(), place: objects.name };
    await print.result(json, () => listLines(found, shownIn));
    return found.damaged.length === 0 ? EXIT.ok : EXIT.failed;
  }
  if (verify) return verifyAll(place, { print, id: args[0] });
  if (flags["dry-run"]) {
    const plan = planOf(await listBackups(place), keep, host.clock());
    const [kept, removed] = [plan.kept, plan.removed].map((some) => some.map(({ id }) => id));
    await print.result({ to: objects.name, database: settings.database, kept, removed }, () =>
      planLines(plan, settings.database, objects.name),
    );
    return EXIT.ok;
  }
  if (tombstones) {
    const sent = await withSource(settings, host, async (source) =>
      publishTombstones({ ...place, ...source }),
    );
    await print.result(sent, () => [
      `Sent ${counted(sent.tombstones, "tombstone")} to ${objects.name}.`,
    ]);
    for (const problem of sent.problems) await print.note(print.style.warning(shown(problem)));
    return EXIT.ok;
  }
  if (flags.adopt) await adopt(place, settings, host);
  const work = async (): Promise<void> => backUp(call, { objects, keep });
  if (every === undefined) await work();
  else await repeat(call, every, work);
  return EXIT.ok;
}

async function backUp(
  { host, print, signal, settings: load }: BackupCall,
  { objects, keep }: { readonly objects: ObjectStore; readonly keep: string | undefined },
): Promise<void> {
  const settings = await load();
  const made = await withProgress(print, async (onProgress) =>
    withSource(settings, host, async (source) =>
      createBackup({
        ...source,
        objects,
        keep,
        key: settings.backup.key,
        stagingFolder: join(userFoldersOf(host).state, "backups"),
        clock: host.clock,
        signal,
        onProgress,
      }),
    ),
  );
  const { isResumed: resumed, removed, problems } = made;
  const json = { ...backupToJson(made), resumed, removed, problems };
  await print.result(json, () => createdLines(made, print, objects.name));
  for (const problem of problems) await print.note(print.style.warning(shown(problem)));
}

/** Gives this database the id of the backups that are there. */
async function adopt(place: BackupPlace, settings: Settings, host: Host): Promise<void> {
  const { backups } = await listBackups(place);
  const [newest] = backups;
  if (newest) await keepDatabaseId(settings, newest.database, host);
}

async function repeat(
  { host, print, signal }: BackupCall,
  intervalMs: number,
  work: () => Promise<void>,
): Promise<void> {
  if (intervalMs < SHORTEST_MS || intervalMs > LONGEST_MS) {
    throw usageError("--every must be from 1m to 24d");
  }
  const { waitedTimer } = await import("@kioku/core/toolkit");
  await runEvery({
    intervalMs,
    clock: host.clock,
    schedule: waitedTimer,
    signal,
    run: work,
    onFailure: async (error, waitMs) => {
      const { message, exitCode } = failureOf(error, signal);
      // The next attempt would end in the same way.
      const isHopeless = exitCode === EXIT.usage || exitCode === EXIT.conflict;
      if (isHopeless) throw error;
      await print.note(`kioku: ${shown(message)}; trying again in ${duration(waitMs)}`);
    },
  });
}
