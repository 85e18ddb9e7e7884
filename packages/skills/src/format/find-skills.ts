import { realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { MemoryError } from "@kioku/core";

import { isInside, readEntries } from "./read-inside.js";
import { isLeftOut } from "./skill-path.js";

/** Limits of the standard's guide: depth below a given directory, and directories in all. */
const MAX_DEPTH = 4;
const MAX_DIRECTORIES = 2_000;

/** A directory that holds a SKILL.md. */
export interface FoundSkill {
  /** Path by which it was reached. */
  readonly path: string;
  readonly root: string;
  /** Name of its SKILL.md, with its letter case. */
  readonly file: string;
}

interface FindSkillsOptions {
  readonly report: (path: string, message: string) => void;
  readonly strict: boolean;
  readonly signal: AbortSignal | undefined;
}

interface Directory {
  readonly path: string;
  readonly root: string;
  readonly depth: number;
}

/**
 * Finds directories with a SKILL.md, level by level and by name, and not within skills. Links may
 * lead only to directories below the given ones.
 */
export async function* findSkills(
  directories: readonly string[],
  options: FindSkillsOptions,
): AsyncGenerator<FoundSkill> {
  const { report } = options;
  const starts = await realDirectories(directories, options);
  const allowed = starts.map(({ root }) => root);
  const seen = new Set<string>();
  for (const start of starts) {
    let level: readonly Directory[] = [start];
    while (level.length > 0) {
      const next: Directory[] = [];
      for (const directory of level) {
        if (seen.has(directory.root)) continue;
        if (seen.size === MAX_DIRECTORIES) {
          report(directory.path, `only ${MAX_DIRECTORIES} directories are searched for skills`);
          return;
        }
        seen.add(directory.root);
        const found = await look(directory, allowed, options);
        if (found.file === undefined) next.push(...found.below);
        else yield { path: directory.path, root: directory.root, file: found.file };
      }
      level = next;
    }
  }
}

async function realDirectories(
  directories: readonly string[],
  options: FindSkillsOptions,
): Promise<readonly Directory[]> {
  const reached: Directory[] = [];
  for (const directory of directories) {
    options.signal?.throwIfAborted();
    const path = resolve(directory);
    const root = await realDirectory(path);
    if (root !== undefined) reached.push({ path, root, depth: 0 });
    else if (options.strict) throw new MemoryError("not-found", `${path} is no directory`);
    else options.report(path, "it is no directory, or cannot be reached");
  }
  return reached;
}

async function realDirectory(path: string): Promise<string | undefined> {
  const root = await realpath(path).catch(() => undefined);
  const stats = root === undefined ? undefined : await stat(root).catch(() => undefined);
  return stats?.isDirectory() ? root : undefined;
}

/** Returns the name of the SKILL.md of a directory, or else the directories below it. */
async function look(
  directory: Directory,
  allowed: readonly string[],
  { report, strict, signal }: FindSkillsOptions,
): Promise<{ readonly file?: string; readonly below: readonly Directory[] }> {
  try {
    const entries = await readEntries(directory.root, signal);
    const files = entries.filter(({ name }) => name.toLowerCase() === "skill.md");
    // By name, `SKILL.md` comes before `skill.md`.
    const [file, other] = files.filter((entry) => entry.isFile() || entry.isSymbolicLink());
    if (other)
      report(directory.path, `it has ${file?.name} and ${other.name}; the first one counts`);
    if (file) return { file: file.name, below: [] };
    if (files.length > 0) report(directory.path, "its SKILL.md is no plain file and is not read");
    const below: Directory[] = [];
    for (const entry of directory.depth < MAX_DEPTH ? entries : []) {
      if (isLeftOut(entry.name) || !(entry.isDirectory() || entry.isSymbolicLink())) continue;
      const path = join(directory.path, entry.name);
      const root = await realDirectory(path);
      if (root === undefined) continue;
      if (allowed.some((one) => isInside(one, root))) {
        below.push({ path, root, depth: directory.depth + 1 });
      } else {
        report(path, "it is a link that leads out of the given directories and is not followed");
      }
    }
    return { below };
  } catch (error) {
    signal?.throwIfAborted();
    const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    const message = `it cannot be searched for skills${code}`;
    if (strict)
      throw new MemoryError("skill-failed", `${directory.path}: ${message}`, { cause: error });
    report(directory.path, message);
    return { below: [] };
  }
}
