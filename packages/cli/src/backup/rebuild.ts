import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

import { createMemory, MemoryError, type ExportLine, type MemoryRoot } from "@kioku/core";
import { parseJsonLines } from "@kioku/formats";
import type { SqliteStore } from "@kioku/store-sqlite";

import { storeFailed } from "./errors.js";
import { fetchParts } from "./fetch-parts.js";
import type { KeyRing } from "./keys.js";
import type { Manifest } from "./manifest.js";
import type { BackupCall } from "./options.js";
import { exportAll } from "./snapshot.js";

type Call = Pick<BackupCall, "objects" | "signal" | "onProgress"> & {
  readonly keys: KeyRing;
  /** Folder for what is on its way. */
  readonly folder: string;
  /** Database to make in it. */
  readonly file: string;
};

/** A database that was made of a backup, and is what its manifest says. */
interface Rebuilt {
  /** Opens it, and closes it again: afterwards all is in one file. */
  use<T>(work: (memory: MemoryRoot) => Promise<T>): Promise<T>;
}

const LINES_FORMAT = 1;

/** Makes a database of a backup in a folder of its own, and checks it. */
export async function rebuild(manifest: Manifest, call: Call): Promise<Rebuilt> {
  const { kind, schema, id } = manifest;
  if (kind === "lines" && schema > LINES_FORMAT) {
    throw new MemoryError(
      "schema-too-new",
      `backup ${id} has lines of format ${schema}, but this version supports ${LINES_FORMAT}: update kioku`,
    );
  }
  const { sqliteStore } = await import("@kioku/store-sqlite");
  const lines = join(call.folder, "lines");
  await fetchTo(kind === "lines" ? lines : call.file, manifest, call);
  const use: Uses = async (work) => {
    const store = sqliteStore({ path: call.file });
    const memory = createMemory({ store });
    try {
      return await work(memory, store);
    } finally {
      await memory.close();
    }
  };
  await use(async (memory, store) => {
    if (kind === "lines") await importLines(lines, memory, call);
    await check(manifest, { store, ...call });
  });
  return { use };
}

type Uses = <T>(work: (memory: MemoryRoot, store: SqliteStore) => Promise<T>) => Promise<T>;

async function fetchTo(file: string, manifest: Manifest, call: Call): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    for await (const part of fetchParts(manifest, call)) {
      if ("problem" in part) {
        throw storeFailed(`backup ${manifest.id} is damaged: ${part.problem} (${part.key})`);
      }
      await handle.writeFile(part);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Imports lines, and proves that an export of what came of them is the same. */
async function importLines(file: string, memory: MemoryRoot, call: Call): Promise<void> {
  const { signal, onProgress } = call;
  const given = await withFooter(linesOf(file), async (lines) => {
    await memory.import(lines, {
      embed: false,
      signal,
      onProgress: ({ written }) => onProgress?.({ step: "import", done: written }),
    });
  });
  if ((await footerOf(memory, call)) !== given)
    throw storeFailed("restored memories are not those of the backup");
}

/** Exports all of a memory, and returns the last line, with the checksum of all others. */
export async function footerOf(
  memory: MemoryRoot,
  { signal, onProgress }: Pick<BackupCall, "signal" | "onProgress">,
): Promise<string> {
  return withFooter(exportAll(memory, signal), async (lines) => {
    let done = 0;
    for await (const { type } of lines) {
      if (type === "record") onProgress?.({ step: "check", done: (done += 1) });
    }
  });
}

/** Opens the file only when it is read: nobody would hear of its failure before. */
async function* linesOf(file: string): AsyncGenerator<ExportLine> {
  yield* parseJsonLines(createReadStream(file));
}

/** Runs `work` with lines and returns the last one of them as JSON. */
export async function withFooter(
  source: AsyncIterable<ExportLine>,
  work: (lines: AsyncIterable<ExportLine>) => Promise<void>,
): Promise<string> {
  let last: ExportLine | undefined;
  const watched = async function* (): AsyncGenerator<ExportLine> {
    for await (const line of source) {
      last = line;
      yield line;
    }
  };
  await work(watched());
  return JSON.stringify(last);
}

async function check(
  { id, records }: Manifest,
  { store, signal }: Call & { readonly store: SqliteStore },
): Promise<void> {
  await store.open({ signal });
  const { problems } = await store.integrityCheck({ signal });
  if (problems.length > 0) {
    throw storeFailed(`backup ${id} did not pass its check: ${problems.slice(0, 5).join("; ")}`);
  }
  const stats = await store.stats({ signal });
  if (stats.records === records) return;
  throw storeFailed(`backup ${id} has ${stats.records} memories, but its manifest says ${records}`);
}
