import { listBackups } from "../../backup/list-backups.js";
import type { Settings } from "../../config/settings.js";
import type { Host } from "../../host.js";
import { failureOf } from "../../output/failure.js";
import { counted } from "../../output/numbers.js";
import { relativeTime } from "../../output/times.js";
import { objectsOf } from "../back-up/objects-of.js";
import { findingsOf, type Finding } from "./finding.js";

/** Age from which a newest backup is worth a warning. */
const OLD_MS = 7 * 86_400_000;

/** Checks that there is a backup that is not old. */
export async function checkBackups(settings: Settings, host: Host): Promise<readonly Finding[]> {
  const { ok, warning, problem } = findingsOf("backups");
  const { target, key } = settings.backup;
  const { signal } = host;
  if (target === undefined) {
    return [warning("none are configured", "set backup.target, and run kioku backup from cron")];
  }
  try {
    const objects = await objectsOf(undefined, settings, host);
    const { backups, damaged } = await listBackups({ objects, key, signal });
    const findings = damaged.map(({ key: name, problem: what }) =>
      warning(`${name} ${what}`, "kioku backup --verify reads all of it"),
    );
    const newest = backups[0]?.takenAt;
    const advice = 'run "kioku backup", best from cron';
    if (newest === undefined) return [...findings, warning(`${objects.name} has none`, advice)];
    const now = host.clock();
    const text = `${counted(backups.length, "backup")} in ${objects.name}, the newest ${relativeTime(newest, now)}`;
    const isOld = now.getTime() - newest.getTime() > OLD_MS;
    return [...findings, isOld ? warning(text, advice) : ok(text)];
  } catch (error) {
    signal.throwIfAborted();
    const { message, hint } = failureOf(error, signal);
    return [problem(message, hint ?? "check the settings that begin with backup")];
  }
}
