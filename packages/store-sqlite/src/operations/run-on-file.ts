import { createRequire } from "node:module";

import { OwnConnection } from "./own-connection.js";
import type { SqlRunner } from "./sql-runner.js";
import { SqlThread } from "./sql-thread.js";

/**
 * A connection to this file for what takes long: on a thread where this process may have one and
 * the driver is found, as it is not in some bundles, and else on this thread.
 */
export function runOnFile(file: string, pragmas: readonly string[]): SqlRunner {
  const driver = driverFile();
  return driver === undefined
    ? new OwnConnection(file, pragmas)
    : new SqlThread({ driver, file, pragmas });
}

function driverFile(): string | undefined {
  if (!mayHaveThreads(process)) return undefined;
  try {
    return createRequire(import.meta.url).resolve("better-sqlite3");
  } catch {
    return undefined;
  }
}

/** Node's permissions are there only if it runs with `--permission`. */
function mayHaveThreads({
  permission,
}: {
  readonly permission?: { readonly has: (scope: string) => boolean };
}): boolean {
  return permission?.has("worker") !== false;
}
