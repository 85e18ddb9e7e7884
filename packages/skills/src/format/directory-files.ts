import type { Dirent } from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";

import type { SkillFiles } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import { unreadable } from "./fault-report.js";
import { isInside, isSharedFile, readEntries, readInside } from "./read-inside.js";
import { checkSkillPath, isLeftOut, isSkillPath } from "./skill-path.js";

/** Limits of MCP's extension for skills (SEP-2640). */
const MAX_FILE_BYTES = 16_777_216;
const MAX_FILES = 512;

/** Most directories between a file and its skill, and most directories to read. */
const MAX_DEPTH = 6;
const MAX_DIRECTORIES = 512;

interface SkillDirectory {
  readonly root: string;
  /** Hash of its SKILL.md as it was loaded. */
  readonly source: string;
  /** Name of its SKILL.md, which is not listed. */
  readonly file: string;
  /** Called for each file that is left out. */
  readonly report: (message: string) => void;
}

/** Files of a skill on disk. */
interface DirectoryFiles extends SkillFiles, Pick<SkillDirectory, "source"> {}

/** Makes the files of a skill on disk. Each call reads the disk. */
export function directoryFiles(directory: SkillDirectory): DirectoryFiles {
  return {
    source: directory.source,
    list: async ({ signal } = {}) => unlessAborted(listFiles(directory, signal), signal),
    async read(path, { signal } = {}) {
      const name = checkSkillPath(path);
      const options = { root: directory.root, name, maxBytes: MAX_FILE_BYTES, signal };
      return unlessAborted(readInside(join(directory.root, name), options), signal);
    },
  };
}

async function listFiles(
  directory: SkillDirectory,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  try {
    const { files, cut } = await walk(directory, signal);
    if (cut) {
      directory.report(
        `it has more files than are listed: at most ${MAX_FILES}, in ${MAX_DIRECTORIES} directories, ${MAX_DEPTH} deep`,
      );
    }
    return files;
  } catch (error) {
    signal?.throwIfAborted();
    throw unreadable("the files of the skill", error);
  }
}

/** Lists files in the order of their paths, within the limits. */
async function walk(
  directory: SkillDirectory,
  signal: AbortSignal | undefined,
): Promise<{ readonly files: readonly string[]; readonly cut: boolean }> {
  const files: string[] = [];
  // The next path is last.
  const waiting = [""];
  let cut = false;
  for (let seen = 0; waiting.length > 0;) {
    const path = waiting.pop() ?? "";
    if (!path.endsWith("/") && path !== "") {
      if (files.length === MAX_FILES) return { files, cut: true };
      files.push(path);
      continue;
    }
    seen += 1;
    if (seen > MAX_DIRECTORIES || path.split("/").length - 1 > MAX_DEPTH) {
      cut = true;
      continue;
    }
    waiting.push(...(await pathsIn(directory, path, signal)).toReversed());
  }
  return { files, cut };
}

/** Lists the paths in one directory; directories end in a slash. */
async function pathsIn(
  directory: SkillDirectory,
  path: string,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const entry of await readEntries(join(directory.root, path), signal)) {
    const name = `${path}${entry.name}`;
    if (isLeftOut(entry.name) || name === directory.file || !isSkillPath(name)) continue;
    if (entry.isDirectory()) paths.push(`${name}/`);
    else if (await isFile(directory, name, entry)) paths.push(name);
  }
  return paths;
}

/** Returns true for a plain file, or a link to one within the skill. */
async function isFile(directory: SkillDirectory, name: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink() && !entry.isFile()) return false;
  const path = join(directory.root, name);
  const real = entry.isFile() ? path : await realpath(path).catch(() => undefined);
  if (real === undefined || !isInside(directory.root, real)) {
    directory.report(`the link ${JSON.stringify(name)} leads out of the skill and is left out`);
    return false;
  }
  const stats = await lstat(real).catch(() => undefined);
  if (!stats?.isFile()) return false;
  if (!isSharedFile(stats, real)) return true;
  directory.report(
    `the file ${JSON.stringify(name)} has more than one hard link and is left out; copy it into the skill`,
  );
  return false;
}

/** Returns the hash of the SKILL.md that files were loaded with, if they are of a directory. */
export function sourceOf(files: SkillFiles | undefined): string | undefined {
  return files && "source" in files && typeof files.source === "string" ? files.source : undefined;
}
