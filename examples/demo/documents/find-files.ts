import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { unreadable } from "./read-text-file.ts";

const NEVER_ENTERED: ReadonlySet<string> = new Set(["node_modules", "dist", "coverage"]);

/**
 * The files below a directory that are accepted, in order. Hidden entries, symbolic links and what
 * tools generate are passed over. @throws `unreadable-path`
 */
export async function findFiles(
  directory: string,
  accepts: (path: string) => boolean,
): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(directory, cause);
  });
  const found: string[] = [];
  for (const entry of entries.filter(isVisible).toSorted(byName)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(...(await findFiles(path, accepts)));
    else if (entry.isFile() && accepts(path)) found.push(path);
  }
  return found;
}

function isVisible({ name }: Dirent): boolean {
  return !name.startsWith(".") && !NEVER_ENTERED.has(name);
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}
