import { realpath, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { MemoryError } from "@kioku/core";

import { readEntries } from "./read-entries.js";
import { isInside } from "./read-inside.js";
import { isLeftOut } from "./skill-path.js";

/**
 * How deep below a given directory skills are looked for, and in how many directories in all;
 * figures of the standard's guide.
 */
const MAX_DEPTH = 4;
const MAX_DIRECTORIES = 2_000;

/** A directory that holds a SKILL.md. */
export interface FoundSkill {
  /** The directory as it was reached. */
  readonly path: string;
  /** Its real path. */
  readonly root: string;
  /** Name of its SKILL.md, in the case that it has there. */
  readonly file: string;
}

/** What `findSkills` works with. */
export interface FindSkillsOptions {
  /** Takes what is passed over. */
  readonly report: (path: string, message: string) => void;
  /** Whether a directory that cannot be read is an error. */
  readonly strict: boolean;
  /** Ends the search. */
  readonly signal: AbortSignal | undefined;
}

interface Place {
  readonly path: string;
  readonly root: string;
  readonly depth: number;
}

/**
 * Looks for directories with a SKILL.md in the given ones, level by level and by name, and not
 * within skills. A link may lead to any place below the given directories, and nowhere else. Each
 * directory is looked at once.
 */
export async function* findSkills(
  directories: readonly string[],
  options: FindSkillsOptions,
): AsyncGenerator<FoundSkill> {
  const { report } = options;
  const starts = await realPlaces(directories, options);
  const allowed = starts.map(({ root }) => root);
  const seen = new Set<string>();
  for (const start of starts) {
    let level: readonly Place[] = [start];
    while (level.length > 0) {
      const next: Place[] = [];
      for (const place of level) {
        if (seen.has(place.root)) continue;
        if (seen.size === MAX_DIRECTORIES) {
          report(place.path, `only ${MAX_DIRECTORIES} directories are searched for skills`);
          return;
        }
        seen.add(place.root);
        const found = await look(place, allowed, options);
        if (found.file === undefined) next.push(...found.below);
        else yield { path: place.path, root: place.root, file: found.file };
      }
      level = next;
    }
  }
}

/** The given directories that are there. */
async function realPlaces(
  directories: readonly string[],
  options: FindSkillsOptions,
): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const directory of directories) {
    options.signal?.throwIfAborted();
    const path = resolve(directory);
    const root = await realDirectory(path);
    if (root !== undefined) places.push({ path, root, depth: 0 });
    else if (options.strict) throw new MemoryError("not-found", `${path} is no directory`);
    else options.report(path, "it is no directory, or cannot be reached");
  }
  return places;
}

async function realDirectory(path: string): Promise<string | undefined> {
  try {
    const root = await realpath(path);
    return (await stat(root)).isDirectory() ? root : undefined;
  } catch {
    return undefined;
  }
}

/** The SKILL.md of a directory, or else the directories below it. */
async function look(
  place: Place,
  allowed: readonly string[],
  { report, strict, signal }: FindSkillsOptions,
): Promise<{ readonly file?: string; readonly below: readonly Place[] }> {
  try {
    const entries = await readEntries(place.root, signal);
    const files = entries.filter(({ name }) => name.toLowerCase() === "skill.md");
    // By name, `SKILL.md` is before `skill.md`.
    const file = files.find((entry) => entry.isFile() || entry.isSymbolicLink());
    if (file) return { file: file.name, below: [] };
    if (files.length > 0) report(place.path, "its SKILL.md is no plain file and is not read");
    const below: Place[] = [];
    for (const entry of place.depth < MAX_DEPTH ? entries : []) {
      if (isLeftOut(entry.name) || !(entry.isDirectory() || entry.isSymbolicLink())) continue;
      const path = join(place.path, entry.name);
      const root = await realDirectory(path);
      if (root === undefined) continue;
      if (allowed.some((directory) => isInside(directory, root))) {
        below.push({ path, root, depth: place.depth + 1 });
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
      throw new MemoryError("skill-failed", `${place.path}: ${message}`, { cause: error });
    report(place.path, message);
    return { below: [] };
  }
}
