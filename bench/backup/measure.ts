import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startS3Server } from "@kioku/servers/s3-server";

import type { BackupStep, BackupStepOptions } from "./backup-step.ts";

/** A step with how fast it went. */
interface BackupTimes extends Pick<BackupStep, "ms" | "peakMiB"> {
  /** Of the database, not of what is stored. */
  readonly mibPerSecond: number;
}

/** One memory backed up to a bucket, and restored from it into a new file. */
export interface BackupReport {
  readonly records: number;
  readonly isEncrypted: boolean;
  readonly databaseMiB: number;
  readonly storedMiB: number;
  /** Checksums of exports with histories and vectors, before and after, which must be equal. */
  readonly sha256: readonly [before: string, after: string];
  readonly equal: boolean;
  readonly backup: BackupTimes;
  readonly restore: BackupTimes;
}

const FILL = fileURLToPath(new URL("../transfer/step.ts", import.meta.url));
const STEP = fileURLToPath(new URL("step.ts", import.meta.url));
const SECRET = "a secret of the measurement";

/**
 * Measures with so many records in a temporary folder and a server of S3 on this machine, each step
 * in a process of its own; once without and once with encryption.
 */
export async function measureBackup(
  count: number,
  onStep: (step: string) => void,
): Promise<BackupReport[]> {
  const folder = await mkdtemp(join(tmpdir(), "kioku-backup-"));
  await using server = await startS3Server();
  const { bucket, endpoint, credentials } = server;
  const run = promisify(execFile);
  const step = async (what: string, options: BackupStepOptions): Promise<BackupStep> => {
    onStep(`${what} ${count}${options.key === undefined ? "" : ", encrypted"}`);
    const { stdout } = await run(process.execPath, [STEP, what, JSON.stringify(options)]);
    return JSON.parse(stdout) as BackupStep;
  };
  try {
    const database = join(folder, "memory.db");
    onStep(`fill ${count}`);
    await run(process.execPath, [FILL, "fill", database, String(count)]);
    const { size } = await stat(database);
    const reports: BackupReport[] = [];
    for (const key of [undefined, SECRET]) {
      const prefix = key === undefined ? "plain" : "encrypted";
      const options = {
        bucket: { bucket, endpoint, prefix, ...credentials },
        key,
        stagingFolder: join(folder, "staging"),
        database,
      };
      const made = await step("backup", options);
      const restored = join(folder, `${prefix}.db`);
      const back = await step("restore", { ...options, database: restored });
      const sha256 = [made.sha256, back.sha256] as const;
      reports.push({
        records: made.records,
        isEncrypted: key !== undefined,
        databaseMiB: Math.round(size / 2 ** 20),
        storedMiB: Math.round((made.storedBytes ?? 0) / 2 ** 20),
        sha256,
        equal: sha256[0] === sha256[1] && made.records === back.records,
        backup: timesOf(made, size),
        restore: timesOf(back, size),
      });
    }
    return reports;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function timesOf({ ms, peakMiB }: BackupStep, bytes: number): BackupTimes {
  return { ms, peakMiB, mibPerSecond: Math.round(bytes / 2 ** 20 / (Math.max(ms, 1) / 1_000)) };
}
