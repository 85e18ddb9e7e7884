import { readdir, realpath, stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

import { CliError, usageError } from "../../command/cli-error.js";
import { codeOf } from "../../files.js";
import type { Host } from "../../host.js";
import { shown } from "../../output/shown.js";
import type { Source } from "./source.js";

/** A file or folder that an argument of `import` names. */
export interface Root {
  /** As it was given. */
  readonly given: string;
  /** Real path, absolute. */
  readonly path: string;
  /** Name by which passages of it are found again. */
  readonly name: string;
  readonly isFolder: boolean;
}

/** The files of a root. */
export interface Collected {
  readonly sources: readonly Source[];
  /** Folders and files that could not be looked at. */
  readonly unreadable: readonly { readonly name: string; readonly error: unknown }[];
}

/** Names of files that are read in folders; others are no texts, or none that people wrote. */
const EXTENSIONS: ReadonlySet<string> = new Set([
  ".md",
  ".markdown",
  ".mdx",
  ".txt",
  ".text",
  ".json",
  ".jsonl",
  ".ndjson",
  "",
]);

/** Looks at an argument. @throws `CliError` if there is nothing of that name. */
export async function findRoot(given: string, path: string, host: Host): Promise<Root> {
  try {
    const real = await realpath(path);
    const stats = await stat(real);
    const isFolder = stats.isDirectory();
    // A device may never end.
    if (!isFolder && !stats.isFile()) {
      throw usageError(`"${given}" is no file and no folder`, "pipe it in: kioku import -");
    }
    return { given, path: real, name: fileName(real, await realHome(host)), isFolder };
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError("not-found", `"${shown(given)}" does not exist or cannot be read`, {
      cause: error,
    });
  }
}

/** Collects the files of a root, in the order of their names. */
export async function collectFiles(root: Root): Promise<Collected> {
  const sources: Source[] = [];
  const unreadable: { name: string; error: unknown }[] = [];
  const add = async (path: string, isNamed: boolean): Promise<void> => {
    const { ino, mtimeMs, size } = await stat(path);
    const file = nameIn(root, path);
    const stamp = `${ino} ${mtimeMs} ${size}`;
    sources.push({ name: file, file, from: path, isNamed, stamp, isEmpty: size === 0 });
  };
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const isText = EXTENSIONS.has(extname(entry.name).toLowerCase());
      try {
        // Links are not followed: they may leave the folder, and else their target is in it.
        if (entry.isDirectory()) await walk(path);
        else if (entry.isFile() && isText) await add(path, false);
      } catch (error) {
        if (!isGone(error)) unreadable.push({ name: nameIn(root, path), error });
      }
    }
  };
  await (root.isFolder ? walk(root.path) : add(root.path, true));
  return { sources, unreadable };
}

function nameIn({ path: root, name }: Root, path: string): string {
  const inside = relative(root, path).split(sep).join("/");
  return inside === "" ? name : `${name}/${inside}`;
}

/**
 * Names a file by its place, so that it is the same in whichever way it is given, and files of the
 * same name in other folders are others. It begins with `~` in the home folder.
 */
function fileName(path: string, home: string): string {
  const isInHome = path === home || path.startsWith(home.endsWith(sep) ? home : home + sep);
  const name = isInHome ? `~${path.slice(home.length)}` : path;
  return name
    .split(sep)
    .join("/")
    .replace(/(?<=.)\/$/u, "");
}

async function realHome({ home }: Host): Promise<string> {
  return realpath(home).catch(() => home);
}

/** Tests if a file has gone in the meantime. */
export function isGone(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}
