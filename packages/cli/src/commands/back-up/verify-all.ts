import { createKeyRing } from "../../backup/keys.js";
import { listBackups } from "../../backup/list-backups.js";
import type { BackupList, BackupPlace, DamagedObject } from "../../backup/options.js";
import { readTombstoneLists } from "../../backup/tombstone-lists.js";
import { verifyBackup } from "../../backup/verify-backup.js";
import { CliError, EXIT } from "../../command/cli-error.js";
import { bytes } from "../../output/numbers.js";
import type { Printer } from "../../output/printer.js";
import { backupToJson, damagedLines } from "./backup-lines.js";
import { withProgress } from "./show-progress.js";

/** Reads a backup, or all, again, and returns the exit code. */
export async function verifyAll(
  place: BackupPlace,
  { print, id }: { readonly print: Printer; readonly id: string | undefined },
): Promise<number> {
  const { backups, damaged } =
    id === undefined ? await allOf(place) : { backups: [{ id }], damaged: [] };
  let isSound = damaged.length === 0;
  for (const backup of backups) {
    const checked = await withProgress(print, async (onProgress) =>
      verifyBackup({ ...place, id: backup.id, onProgress }),
    );
    const ok = checked.damaged.length === 0;
    if (!ok) isSound = false;
    const size = bytes(checked.storedBytes);
    await print.item({ ...backupToJson(checked), ok, damaged: checked.damaged }, () => [
      ok
        ? print.style.good(`${checked.id}  sound, ${size}`)
        : print.style.bad(`${checked.id}  damaged`),
      ...damagedLines(checked.damaged, print),
    ]);
  }
  for (const one of damaged) {
    await print.item({ ok: false, damaged: [one] }, () => damagedLines([one], print));
  }
  if (backups.length + damaged.length === 0) {
    throw new CliError("not-found", `no backup is in ${place.objects.name}`);
  }
  return isSound ? EXIT.ok : EXIT.failed;
}

async function allOf(place: BackupPlace): Promise<BackupList> {
  const { backups, damaged } = await listBackups(place);
  const keys = createKeyRing(place.key);
  const lists: DamagedObject[] = [];
  for await (const list of readTombstoneLists(place.objects, { ...place, keys })) {
    if ("problem" in list) lists.push(list);
  }
  return { backups, damaged: [...damaged, ...lists] };
}
