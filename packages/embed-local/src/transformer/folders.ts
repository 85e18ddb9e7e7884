import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { invalidInput } from "@kioku/core/toolkit";

/** The path of a folder that is given as a path or a `file:` URL. */
export function folderOf(value: unknown, name: string): string {
  if (value instanceof URL && value.protocol === "file:") return fileURLToPath(value);
  if (typeof value === "string" && value !== "") return resolve(value);
  throw invalidInput(name, "the path of a folder or a `file:` URL", value);
}

/** Where downloads are kept if nobody says. */
export function defaultCacheDir(): string {
  return join(homedir(), ".cache", "kioku", "models");
}
