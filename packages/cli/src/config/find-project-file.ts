import { constants, type Stats } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

import { exists } from "../files.js";
import type { Host } from "../host.js";
import { readConfigText, type ConfigText } from "./read-config-text.js";
import { isTrusted, readTrusted } from "./trust.js";

/** Name of the file of a project. */
export const PROJECT_FILE = "kioku.toml";

/** A `kioku.toml` at or above the working directory. */
export type ProjectFile = {
  /** Its path, with no link in its folder. */
  readonly path: string;
} & (
  | {
      /** Why it is left out, whatever it says. */
      readonly ignoredFor: string;
      readonly content?: undefined;
    }
  | {
      readonly ignoredFor?: undefined;
      /** Its text and hash. */
      readonly content: ConfigText;
      /** True if the user trusts this content under this path. */
      readonly isTrusted: boolean;
    }
);

/**
 * Returns the files of projects from the working directory upwards, the last of them the one that
 * counts, if one does. The search ends at the root of a repository, and never looks into the home
 * folder or above it. A file that others put there, or could have, is left out unless it is
 * trusted: anyone may write to `/tmp`.
 */
export async function findProjectFiles(host: Host): Promise<readonly ProjectFile[]> {
  const found: ProjectFile[] = [];
  const home = await realpath(host.home).catch(() => host.home);
  let folder = await realpath(host.cwd).catch(() => host.cwd);
  while (folder !== home && !isWithin(home, folder)) {
    const file = await readProjectFile(host, folder);
    if (file !== undefined) found.push(file);
    if (file !== undefined && file.ignoredFor === undefined) break;
    const above = dirname(folder);
    if (above === folder || (await exists(join(folder, ".git")))) break;
    folder = above;
  }
  return found;
}

/** Reads the `kioku.toml` of a folder, whose path has no links; `undefined` if there is none. */
async function readProjectFile(host: Host, folder: string): Promise<ProjectFile | undefined> {
  const path = join(folder, PROJECT_FILE);
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  // Links are not followed: errors could show what they point to.
  if (!stats.isFile()) return { path, ignoredFor: "it is a link, or no file at all" };
  const trusted = await readTrusted(host);
  const stranger = strangerOf(await lstat(folder), stats);
  if (stranger !== undefined && !Object.hasOwn(trusted, path))
    return { path, ignoredFor: stranger };
  const content = await readConfigText(path, constants.O_NOFOLLOW);
  if (content === undefined) return undefined;
  const trusts = isTrusted(trusted, path, content.sha256);
  if (stranger !== undefined && !trusts) return { path, ignoredFor: stranger };
  return { path, content, isTrusted: trusts };
}

/** Says how somebody else could have put a file there. */
function strangerOf(folder: Stats, file: Stats): string | undefined {
  const userId = process.getuid?.();
  if (userId === undefined) return undefined;
  const isOwn = ({ uid }: Stats): boolean => uid === userId || uid === 0;
  if (!isOwn(file)) return "another user owns it";
  if (!isOwn(folder)) return "another user owns its folder";
  if (isOpenToAll(file)) return "every user may change it";
  return isOpenToAll(folder) ? "every user may write to its folder" : undefined;
}

function isOpenToAll({ mode }: Stats): boolean {
  return (mode & 0o002) !== 0;
}

function isWithin(folder: string, other: string): boolean {
  const path = relative(other, folder);
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
