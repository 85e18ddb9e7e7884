import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";

import { compareText } from "@kioku/core/toolkit";

/** Most entries of one directory that are looked at. */
const MAX_ENTRIES = 10_000;

/**
 * The entries of a directory by name. Of more than 10,000 only as many as that, whichever the
 * system names first.
 */
export async function readEntries(
  path: string,
  signal: AbortSignal | undefined,
): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await opendir(path)) {
    signal?.throwIfAborted();
    entries.push(entry);
    if (entries.length === MAX_ENTRIES) break;
  }
  return entries.toSorted((a, b) => compareText(a.name, b.name));
}
