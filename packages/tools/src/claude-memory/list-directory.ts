import type { WriteOptions, MemoryRecord } from "@kioku/core";

import { isFileKey } from "./file-path.js";
import type { FilePath } from "./file-path.js";
import { textOf } from "./file-records.js";
import type { FileRecords, PageStart } from "./file-records.js";
import { formatSize } from "./format-size.js";

/** Most files and directories that one listing shows. */
const MOST_SHOWN = 500;
const MORE = `(Only the first ${MOST_SHOWN} are shown. View one of the directories to see what is in it.)`;
/** How many levels one shows. */
const DEPTH = 2;
/** What most file systems say of a directory, which has no size here. */
const DIRECTORY_SIZE = "4K";

/** What is in a directory, by name: a file has a size, a directory has what is in it. */
type Entries = Map<string, { size?: string; below?: Entries }>;

/** A file, and how many directories down it is looked at. */
interface Added {
  readonly file: MemoryRecord;
  readonly depth: number;
}

/** Lists a directory and those in it, without hidden items and `node_modules`. */
export async function listDirectory(
  files: FileRecords,
  { given, key }: FilePath,
  options: WriteOptions,
): Promise<string> {
  const found: Entries = new Map();
  let shown = 0;
  let from: PageStart = { $gte: `${key}/` };
  for (;;) {
    const { records, isLast } = await files.page(key, from, options);
    for (const file of records) {
      if (isFileKey(file.key ?? "")) shown += add(found, namesBelow(key, file), { file, depth: 1 });
    }
    const last = records.at(-1);
    if (isLast || !last || shown > MOST_SHOWN) break;
    from = nextStart(key, namesBelow(key, last));
  }
  const lines = linesOf(found, `${given}/`);
  const more = lines.length > MOST_SHOWN ? [MORE] : [];
  return [
    `Here're the files and directories up to 2 levels deep in ${given}, excluding hidden items and node_modules:`,
    `${DIRECTORY_SIZE}\t${given}`,
    ...lines.slice(0, MOST_SHOWN),
    ...more,
  ].join("\n");
}

function namesBelow(key: string, record: MemoryRecord): readonly string[] {
  return (record.key ?? "").slice(key.length + 1).split("/");
}

/** Adds what a record shows of a directory, two levels deep, and says how many lines that are. */
function add(entries: Entries, names: readonly string[], { file, depth }: Added): number {
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
  const below = depth === DEPTH ? 0 : add(entry.below, rest, { file, depth: depth + 1 });
  return below + (isNew ? 1 : 0);
}

/**
 * Where the next page begins: after all that shows nothing new. `0` is the character after `/`, and
 * `/` the one after `.`.
 */
function nextStart(key: string, names: readonly string[]): PageStart {
  let directory = `${key}/`;
  for (const [index, name] of names.slice(0, DEPTH).entries()) {
    const isAbove = index + 1 < names.length;
    if (name.startsWith(".")) return { $gte: `${directory}/` };
    if (isAbove && (isHidden(name) || index + 1 === DEPTH)) return { $gte: `${directory}${name}0` };
    directory += `${name}/`;
  }
  return { $gt: [key, ...names].join("/") };
}

/** By the order of UTF-16 units, which is that of the reference. */
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
