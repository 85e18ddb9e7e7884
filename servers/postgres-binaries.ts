import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { canRunServers } from "./run-as.ts";

/** Where Debian's packages put each version. */
const VERSIONS = "/usr/lib/postgresql";

/** The directory of PostgreSQL's programs: `KIOKU_TEST_POSTGRES_BIN`, else the newest version of Debian's packages. */
export function postgresBinaries(): string | undefined {
  if (!canRunServers() || !existsSync("/proc/self/stat")) return undefined;
  const given = process.env["KIOKU_TEST_POSTGRES_BIN"];
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const places =
    given === undefined ? newestFirst.map((name) => join(VERSIONS, name, "bin")) : [given];
  return places.find((place) => existsSync(join(place, "initdb")));
}
