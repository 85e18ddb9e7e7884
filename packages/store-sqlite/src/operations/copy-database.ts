import { rm, stat } from "node:fs/promises";

import { safeProgress } from "@kioku/core/toolkit";

import type { Patience } from "../jobs/patience.js";
import { whenFree } from "../open/when-free.js";
import type { BackupOptions } from "./backup-options.js";
import { readSizes } from "./file-sizes.js";
import type { SqlRows } from "./sql-runner.js";

/** How often the copy is measured while it grows. */
const INTERVAL_MS = 100;

/** Where a copy goes, and what goes with it. */
export interface CopyOptions extends Pick<BackupOptions, "onProgress"> {
  /** How long to wait for other processes. */
  readonly patience: Patience;
}

/**
 * Writes one state of the database to a new file: all of what is in use and none of what is not, so
 * that nothing is in it that was erased. An encrypted database has an encrypted copy, with the same
 * key.
 */
export async function copyDatabase(
  sql: SqlRows,
  copy: string,
  { onProgress, patience }: CopyOptions,
): Promise<void> {
  const { bytes, freeBytes } = await readSizes(sql);
  const progress = new CopyProgress(copy, bytes - freeBytes, onProgress);
  try {
    await whenFree(patience, async () => {
      await rm(copy, { force: true });
      await sql.rows("vacuum into ?", copy);
    });
  } finally {
    await progress.end();
  }
}

/** Tells by the length of the copy how far it is. */
class CopyProgress {
  readonly #copy: string;
  readonly #totalBytes: number;
  readonly #onProgress: BackupOptions["onProgress"];
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(copy: string, totalBytes: number, onProgress: BackupOptions["onProgress"]) {
    this.#copy = copy;
    this.#totalBytes = totalBytes;
    this.#onProgress = safeProgress(onProgress);
    if (onProgress) this.#timer = setInterval(() => void this.#report(), INTERVAL_MS);
  }

  /** Reports once more. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#report();
  }

  async #report(): Promise<void> {
    const bytes = await stat(this.#copy).then(
      ({ size }) => size,
      () => 0,
    );
    this.#onProgress?.({ bytes, totalBytes: Math.max(bytes, this.#totalBytes) });
  }
}
