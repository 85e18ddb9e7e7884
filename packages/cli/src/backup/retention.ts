import { invalidInput } from "./errors.js";
import type { Backup, RetentionPlan } from "./options.js";

/** Number of backups to keep of each period. */
export type KeepPolicy = ReadonlyMap<Period, number>;

type Period = keyof typeof PERIODS;

/** Names of the period that a moment is in, in UTC. */
const PERIODS = {
  h: (at: Date) => at.toISOString().slice(0, 13),
  d: (at: Date) => at.toISOString().slice(0, 10),
  w: (at: Date) => mondayOf(at).toISOString().slice(0, 10),
  m: (at: Date) => at.toISOString().slice(0, 7),
  y: (at: Date) => at.toISOString().slice(0, 4),
} as const;

function mondayOf(at: Date): Date {
  const day = (at.getUTCDay() + 6) % 7;
  return new Date(at.getTime() - day * 86_400_000);
}

/** Reads a policy such as `7d,4w,12m`. @throws `invalid-input` */
export function parseKeep(text: string): KeepPolicy {
  const policy = new Map<Period, number>();
  for (const part of text.split(",")) {
    const { count, period } =
      /^(?<count>[1-9]\d{0,3})(?<period>[hdwmy])$/u.exec(part.trim())?.groups ?? {};
    if (count === undefined || policy.has(period as Period)) {
      throw invalidInput(
        `backups to keep must be given like 7d,4w,12m (h, d, w, m or y, each once), got "${text}"`,
      );
    }
    policy.set(period as Period, Number(count));
  }
  return policy;
}

/**
 * Returns which backups stay: the newest of each of the last periods that have one, the two newest
 * of all, and those after `made`: a clock was wrong then, or now.
 */
export function planRetention(
  backups: readonly Backup[],
  policy: KeepPolicy,
  made?: string,
): RetentionPlan {
  const sorted = backups.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const isLater = ({ id }: Backup): boolean => made !== undefined && id > made;
  const past = sorted.filter((backup) => !isLater(backup));
  const kept = new Set(past.slice(0, 2));
  for (const [period, count] of policy) {
    const newest = new Map<string, Backup>();
    for (const backup of past) {
      const name = PERIODS[period](backup.takenAt);
      if (!newest.has(name) && newest.size < count) newest.set(name, backup);
    }
    for (const backup of newest.values()) kept.add(backup);
  }
  const stays = (backup: Backup): boolean => kept.has(backup) || isLater(backup);
  return { kept: sorted.filter(stays), removed: sorted.filter((backup) => !stays(backup)) };
}
