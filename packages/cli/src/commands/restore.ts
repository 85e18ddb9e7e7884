import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import type { Memory } from "@kioku/core";

import type { RestoreBackupOptions, RestoredBackup } from "../backup/options.js";
import { restoreBackup } from "../backup/restore-backup.js";
import type { Call } from "../command/call.js";
import { usageError } from "../command/cli-error.js";
import { readDate } from "../command/read-flag.js";
import type { Settings } from "../config/settings.js";
import { userFoldersOf } from "../config/user-folders.js";
import { failureOf } from "../output/failure.js";
import { shown } from "../output/shown.js";
import type { RESTORE_FLAGS } from "../table/backup-commands.js";
import { isServer } from "../wire/create-store.js";
import { backupToJson, restoredLines, warningLines } from "./back-up/backup-lines.js";
import { isElsewhere, keepDatabaseId, knownDatabaseId } from "./back-up/database-id.js";
import { objectsOf } from "./back-up/objects-of.js";
import { isFile, withDatabase, withNewDatabase } from "./back-up/open-source.js";
import { withProgress } from "./back-up/show-progress.js";

type RestoreCall = Call<typeof RESTORE_FLAGS>;

/** Runs `restore`. */
export async function run(call: RestoreCall): Promise<void> {
  const { flags, host, print, signal } = call;
  const settings = await call.settings();
  const target = { ...settings, database: locate(flags.to, call) ?? settings.database };
  const isOnServer = isServer(target.database);
  if (flags.continue && !isOnServer) {
    throw usageError("--continue is for PostgreSQL: a file is restored anew");
  }
  const objects = await objectsOf(flags.from, settings, host);
  const startedAt = host.clock();
  const dryRun = flags["dry-run"];
  const restored = await withErasedFrom(call, { settings, target }, async (erasedFrom) =>
    withProgress(print, async (onProgress) => {
      const options = {
        objects,
        key: settings.backup.key,
        ...choiceOf(call),
        erasedFrom,
        continue: flags.continue,
        dryRun,
        stagingFolder: join(userFoldersOf(host).state, "backups"),
        clock: host.clock,
        signal,
        onProgress,
      } satisfies Omit<RestoreBackupOptions, "to">;
      if (!isOnServer) {
        // The disk may have lost the folder with the database, or be of a new machine.
        if (!dryRun) await mkdir(dirname(target.database), { recursive: true, mode: 0o700 });
        return restoreBackup({ ...options, to: target.database });
      }
      return withNewDatabase(target, host, async (memory) =>
        restoreBackup({ ...options, to: memory }),
      );
    }),
  );
  const isPresent = flags["erased-from"] === undefined && restored.erasuresKnownUntil >= startedAt;
  if (isPresent && (await knownDatabaseId(settings, host)) !== restored.database) {
    const line = `${settings.database} is not known as the database of these backups: erasures of another one may be unknown, and what was erased may be back`;
    await print.note(print.style.warning(shown(line)));
  }
  // A copy beside the database that is still there has backups of its own.
  if (!dryRun && !(await isElsewhere(target, restored.database, host))) {
    await keepDatabaseId(target, restored.database, host);
  }
  await report(call, restored, { to: isOnServer ? "the server" : target.database, startedAt });
}

async function report(
  { print, flags }: RestoreCall,
  restored: RestoredBackup,
  { to, startedAt }: { readonly to: string; readonly startedAt: Date },
): Promise<void> {
  const { erasedAgain, erasuresKnownUntil, damaged } = restored;
  const dryRun = flags["dry-run"];
  const json = { ...backupToJson(restored), to, dryRun, erasedAgain, erasuresKnownUntil, damaged };
  await print.result(json, () => restoredLines(restored, { print, to, dryRun }));
  for (const line of warningLines(restored, startedAt)) {
    await print.note(print.style.warning(shown(line)));
  }
}

/** Returns which backup is meant: by its id, the beginning of it, or a date. */
function choiceOf({ args, host }: RestoreCall): Pick<RestoreBackupOptions, "id" | "before"> {
  const [name] = args;
  if (name === undefined) return {};
  if (/^\d{4,8}(?:$|T)/u.test(name)) return { id: name };
  const date = readDate(name, host.clock());
  if (!date) throw usageError(`backup "${name}" is neither an id nor a date`);
  // A day alone is meant to its end.
  if (!/^\d{4}-\d\d-\d\d$/u.test(name)) return { before: date };
  return { before: new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 0, 0, 0, -1) };
}

function locate(path: string | undefined, { host }: RestoreCall): string | undefined {
  return path === undefined || isServer(path) ? path : resolve(host.cwd, path);
}

/** Runs `work` with the databases whose erasures are repeated, beside those in the place. */
async function withErasedFrom<T>(
  call: RestoreCall,
  { settings, target }: { readonly settings: Settings; readonly target: Settings },
  work: (erasedFrom: readonly Memory[]) => Promise<T>,
): Promise<T> {
  const { flags, host, print, signal } = call;
  const named = locate(flags["erased-from"], call);
  if (named !== undefined) {
    return withDatabase({ ...settings, database: named }, host, async (memory) => work([memory]));
  }
  const { database } = settings;
  const isOther = database !== target.database;
  if (!isOther || !(isServer(database) || (await isFile(database)))) return work([]);
  return withDatabase(settings, host, async (memory) => {
    // It may be damaged: that is why there are backups.
    const failure: unknown = await memory.scopes({ limit: 1 }, { signal }).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return work([memory]);
    signal.throwIfAborted();
    const { message } = failureOf(failure, signal);
    await print.note(`kioku: erasures of the present database cannot be read: ${shown(message)}`);
    return work([]);
  });
}
