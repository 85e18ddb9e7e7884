import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { CliError } from "../command/cli-error.js";
import type { Settings } from "../config/settings.js";
import { userFoldersOf } from "../config/user-folders.js";
import type { Host } from "../host.js";
import { isServer } from "./create-store.js";

/**
 * Refuses a database that was named and does not exist, since the name is mostly mistyped.
 * @throws `CliError` `not-found`.
 */
export function requireDatabase({ database }: Pick<Settings, "database">, host: Host): void {
  if (!isMissing({ database })) return;
  if (dirname(database) === userFoldersOf(host).data) return;
  throw new CliError("not-found", `database ${database} does not exist`, {
    hint: "kioku remember begins one",
  });
}

/** Tests whether a database is a file that does not exist. */
export function isMissing({ database }: Pick<Settings, "database">): boolean {
  return !isServer(database) && !existsSync(database);
}
