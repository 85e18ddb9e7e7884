import { readFileSync, rmSync } from "node:fs";

import { MemoryError } from "@kioku/core";

import { wholeFile } from "../crash/whole-file.ts";
import type { BackupReport } from "./backup-report.ts";
import type { Finding } from "./check-backups.ts";
import type { KnownPast } from "./known-past.ts";
import { openChanging, stateOf } from "./memory-state.ts";
import type { MemoryState } from "./memory-state.ts";

interface RestoredCheck {
  readonly past: KnownPast;
  /** States that there were before the backup: it shows none that is older. */
  readonly from: number;
  readonly report: BackupReport;
  /** True if it was restored before the last erasures were published. */
  readonly isOlder?: boolean;
}

/** Compares a restored file with the past, and removes it. */
export async function checkRestored(
  file: string,
  { past, from, report, isOlder = false }: RestoredCheck,
): Promise<Finding[]> {
  const found: Finding[] = [];
  const bytes = readFileSync(file);
  const state = await read(file);
  if (typeof state === "string") return [{ kind: "partial", problem: `${file} ${state}` }];
  report.checked += 1;
  report.compared += Object.keys(state.records).length;
  const { torn, corrupt } = wholeFile(file);
  for (const problem of [...torn, ...corrupt]) found.push({ kind: "partial", problem });
  const index = past.find(state);
  if (index === undefined) {
    found.push({ kind: "different", problem: "a restored file is no state of the memory" });
  } else if (index < from - 1) {
    const problem = `state ${index} was restored, although ${from} states were backed up`;
    found.push({ kind: "different", problem });
  }
  const back = isOlder ? [] : Object.keys(state.records).filter((id) => past.isGone(id));
  for (const id of back) found.push({ kind: "returned", problem: `${id} is a record again` });
  const words = isOlder ? [] : past.hidden.filter((word) => bytes.includes(word));
  for (const word of words)
    found.push({ kind: "returned", problem: `${word} is in the file again` });
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
  return found;
}

async function read(file: string): Promise<MemoryState | string> {
  try {
    const { memory } = openChanging(file, () => new Date());
    try {
      return await stateOf(memory);
    } finally {
      await memory.close();
    }
  } catch (error) {
    if (MemoryError.is(error)) return `cannot be read: ${error.message}`;
    throw error;
  }
}
