import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the paths of the saved indexes of a database. */
export function savedFiles(path: string): string[] {
  const folder = `${path}-index`;
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** Returns true if a file of a database, or a saved index, has these bytes. */
export function someFileHas(path: string, bytes: string | Buffer): boolean {
  return [path, `${path}-wal`, ...savedFiles(path)]
    .filter((file) => existsSync(file))
    .some((file) => readFileSync(file).includes(bytes));
}
