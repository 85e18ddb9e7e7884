import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { canRunServers } from "./run-as.ts";

/** Folder where Debian's packages put each version. */
const VERSIONS = "/usr/lib/postgresql";

/**
 * The directory of PostgreSQL's programs: `KIOKU_TEST_POSTGRES_BIN`, else the newest version of
 * Debian's packages.
 * @throws An error if the variable names a directory without them: tests must not be skipped
 *   because of a slip.
 */
export function postgresBinaries(): string | undefined {
  const given = process.env["KIOKU_TEST_POSTGRES_BIN"];
  if (given !== undefined && !hasPrograms(given)) {
    throw new Error(`KIOKU_TEST_POSTGRES_BIN is ${given}, where there is no initdb`);
  }
  if (!canRunServers() || !existsSync("/proc/self/stat")) return undefined;
  if (given !== undefined) return given;
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  return newestFirst.map((name) => join(VERSIONS, name, "bin")).find(hasPrograms);
}

function hasPrograms(directory: string): boolean {
  return existsSync(join(directory, "initdb"));
}
