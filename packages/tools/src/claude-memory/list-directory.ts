import type { MemoryRecord } from "@kioku/core";

import { isFileKey, type FilePath } from "./file-path.js";
import { textOf, type FileRecords, type PageStart } from "./file-records.js";

/** Most lines of a listing. */
const MAX_LINES = 500;
const MORE = `(Only the first ${MAX_LINES} are shown. View one of the directories to see what is in it.)`;
/** Levels of a listing. */
const MAX_DEPTH = 2;
/** Size that most file systems show for a directory. */
const DIRECTORY_SIZE = "4K";

const UNITS = ["B", "K", "M", "G"] as const;

/** Entries of a directory by name: files have a size, directories have entries. */
type Entries = Map<string, { size?: string; below?: Entries }>;

/** Lists a directory and those in it, without hidden items and `node_modules`. */
export async function listDirectory(files: FileRecords, { given, key }: FilePath): Promise<string> {
  const found: Entries = new Map();
  let shown = 0;
  let from: PageStart = { $gte: `${key}/` };
  for (;;) {
    const { records, isLast } = await files.page(key, from);
    for (const file of records) {
      if (isFileKey(file.key ?? "")) shown += add(found, namesBelow(key, file), { file, depth: 1 });
    }
    const last = records.at(-1);
    if (isLast || !last || shown > MAX_LINES) break;
    from = nextStart(key, namesBelow(key, last));
  }
  const lines = linesOf(found, `${given}/`);
  const more = lines.length > MAX_LINES ? [MORE] : [];
  return [
    `Here're the files and directories up to 2 levels deep in ${given}, excluding hidden items and node_modules:`,
    `${DIRECTORY_SIZE}\t${given}`,
    ...lines.slice(0, MAX_LINES),
    ...more,
  ].join("\n");
}

function namesBelow(directory: string, { key = "" }: MemoryRecord): readonly string[] {
  return key.slice(directory.length + 1).split("/");
}

/** Adds a file to the entries, two levels deep, and returns the number of new lines. */
function add(
  entries: Entries,
  names: readonly string[],
  { file, depth }: { readonly file: MemoryRecord; readonly depth: number },
): number {
  const [name = "", ...rest] = names;
  if (isHidden(name)) return 0;
  const entry = entries.get(name) ?? {};
  entries.set(name, entry);
  if (rest.length === 0) {
    entry.size = formatSize(Buffer.byteLength(textOf(file)));
    return 1;
  }
  const isNew = entry.below === undefined;
  entry.below ??= new Map();
  const below = depth === MAX_DEPTH ? 0 : add(entry.below, rest, { file, depth: depth + 1 });
  return below + (isNew ? 1 : 0);
}

/**
 * Returns the start of the next page, after all files that add no line. `0` is the character after
 * `/`, and `/` the one after `.`.
 */
function nextStart(key: string, names: readonly string[]): PageStart {
  let directory = `${key}/`;
  for (const [index, name] of names.slice(0, MAX_DEPTH).entries()) {
    const isAbove = index + 1 < names.length;
    if (name.startsWith(".")) return { $gte: `${directory}/` };
    const isSkipped = isHidden(name) || index + 1 === MAX_DEPTH;
    if (isAbove && isSkipped) return { $gte: `${directory}${name}0` };
    directory += `${name}/`;
  }
  return { $gt: [key, ...names].join("/") };
}

/** Returns the lines in the order of UTF-16 units, as the reference has them. */
function linesOf(entries: Entries, directory: string): readonly string[] {
  return [...entries.keys()].toSorted().flatMap((name) => {
    const { size, below } = entries.get(name) ?? {};
    const path = `${directory}${name}`;
    return [
      ...(size === undefined ? [] : [`${size}\t${path}`]),
      ...(below ? [`${DIRECTORY_SIZE}\t${path}/`, ...linesOf(below, `${path}/`)] : []),
    ];
  });
}

function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

/** Formats a number of bytes: `0B`, `512B`, `1.5K`, `2M`. */
function formatSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_024 && unit < UNITS.length - 1) {
    size /= 1_024;
    unit += 1;
  }
  return `${size % 1 === 0 ? size : size.toFixed(1)}${UNITS[unit]}`;
}
