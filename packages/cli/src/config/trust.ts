import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { writeWhole } from "../files.js";
import type { Host } from "../host.js";
import { userFoldersOf } from "./user-folders.js";

/** SHA-256 of the project files that the user trusts, by their paths. */
export type TrustedFiles = Readonly<Record<string, string>>;

/** Reads which project files the user trusts; a list that cannot be read trusts none. */
export async function readTrusted(host: Host): Promise<TrustedFiles> {
  try {
    const list: unknown = JSON.parse(await readFile(listPathOf(host), "utf8"));
    const isList = typeof list === "object" && list !== null && !Array.isArray(list);
    return isList ? (list as TrustedFiles) : {};
  } catch {
    return {};
  }
}

/** Returns true if exactly this content of this file is trusted. */
export function isTrusted(trusted: TrustedFiles, path: string, sha256: string): boolean {
  return Object.hasOwn(trusted, path) && trusted[path] === sha256;
}

/** Trusts a content of a project file; without `sha256` it is trusted no more. */
export async function changeTrust(
  host: Host,
  path: string,
  sha256: string | undefined,
): Promise<void> {
  const { [path]: _before, ...others } = await readTrusted(host);
  const list = sha256 === undefined ? others : { ...others, [path]: sha256 };
  const file = listPathOf(host);
  await mkdir(userFoldersOf(host).state, { recursive: true, mode: 0o700 });
  await writeWhole(file, `${JSON.stringify(list, undefined, 2)}\n`, { mode: 0o600 });
}

function listPathOf(host: Host): string {
  return join(userFoldersOf(host).state, "trusted.json");
}
