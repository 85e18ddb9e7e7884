import { BackupLane } from "./backup-lane.ts";
import type { BackupKillsOptions } from "./backup-options.ts";
import { emptyReport } from "./backup-report.ts";
import type { BackupReport } from "./backup-report.ts";

/**
 * Kills processes that change a memory, back it up, restore it and erase from it, half of them with
 * a bucket behind a network that fails, half with a folder, and checks after each kill that every
 * backup is whole and restores to a state that there was, and that nothing erased comes back.
 */
export async function backupKills(options: BackupKillsOptions): Promise<BackupReport> {
  const report = emptyReport();
  let begun = 0;
  const run = async (lane: BackupLane): Promise<void> => {
    // A defect that was made on purpose has to be found once.
    const isFound = (): boolean => options.control !== undefined && report.defects.length > 0;
    while (begun < options.rounds && !isFound()) {
      begun += 1;
      await lane.round(begun);
      options.onProgress?.(report.rounds, options.rounds);
    }
  };
  await using folder = await BackupLane.start("folder", options, report);
  await using bucket = await BackupLane.start("s3", options, report);
  await Promise.all([run(folder), run(bucket)]);
  return report;
}
