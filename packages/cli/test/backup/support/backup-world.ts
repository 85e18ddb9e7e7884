import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { createMemory, inMemoryStore, type MemoryRoot, type MemoryStore } from "@kioku/core";
import { sqliteStore, type SqliteStore } from "@kioku/store-sqlite";
import { wordEmbedder } from "@kioku/testing/support";

import { FORMAT, writeDocument } from "../../../src/backup/document.js";
import {
  createBackup,
  folderObjects,
  restoreBackup,
  type CreateBackupOptions,
  type CreatedBackup,
  type ObjectStore,
  type RestoreBackupOptions,
  type RestoredBackup,
} from "../../../src/backup/index.js";
import { createKeyRing, newEncryption } from "../../../src/backup/keys.js";
import { mapObjects, type MapObjects } from "./map-objects.js";

/** A folder with a database, a place for backups and a clock. */
export interface BackupWorld<O extends ObjectStore = ObjectStore> extends AsyncDisposable {
  readonly folder: string;
  readonly clock: () => Date;
  readonly stagingFolder: string;
  /** Moves the clock. */
  at(instant: string): void;
  /** Remembers a text and returns its id. */
  add(text: string, ...scope: readonly string[]): Promise<string>;
  readonly memory: MemoryRoot;
  readonly sqlite: SqliteStore | undefined;
  /** Place for backups. */
  readonly objects: O;
  /** Path of a file in the folder. */
  path(name: string): string;
  /** Backs the database up. */
  backup(options?: Partial<CreateBackupOptions>): Promise<CreatedBackup>;
  /** Restores to `restored.db`. */
  restore(options?: Partial<RestoreBackupOptions>): Promise<RestoredBackup>;
  /** Opens a database of the folder. */
  open(name: string): MemoryRoot;
  /** Names of all files below the folder but those of its own database. */
  files(below?: string): readonly string[];
}

/** Creates a world on the disk: `await using world = await backupWorld()`. */
export function backupWorld(): BackupWorld {
  const folder = newFolder();
  const sqlite = sqliteStore({ path: join(folder, "data", "memory.db") });
  const objects = folderObjects(join(folder, "backups"));
  return worldOf({ folder, objects, sqlite });
}

/** Creates a world whose database and backups are in memory, which is faster. */
export function lightWorld(): BackupWorld<MapObjects> {
  return worldOf({ folder: newFolder(), objects: mapObjects(), sqlite: undefined });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "kioku-backup-test-"));
  for (const name of ["data", "staging"]) mkdirSync(join(folder, name));
  return folder;
}

function worldOf<O extends ObjectStore>({
  folder,
  objects,
  sqlite,
}: Pick<BackupWorld<O>, "folder" | "objects" | "sqlite">): BackupWorld<O> {
  let now = new Date("2026-11-26T12:00:00.000Z");
  const clock = (): Date => now;
  const stagingFolder = join(folder, "staging");
  const opened: MemoryRoot[] = [];
  const openMemory = (store: MemoryStore): MemoryRoot => {
    const memory = createMemory({
      store,
      embedder: wordEmbedder(),
      clock,
      ranking: { minScore: 0 },
    });
    opened.push(memory);
    return memory;
  };
  const memory = openMemory(sqlite ?? inMemoryStore());
  return {
    folder,
    clock,
    stagingFolder,
    at: (instant) => {
      now = new Date(instant);
    },
    add: async (text, ...scope) => {
      const [first, ...rest] = scope;
      const view = first === undefined ? memory : memory.scope(first, ...rest);
      const receipt = await view.remember(text);
      if ("record" in receipt && receipt.record) return receipt.record.id;
      throw new Error("nothing was remembered");
    },
    memory,
    sqlite,
    objects,
    path: (name) => join(folder, name),
    backup: async (options) =>
      createBackup({
        objects,
        database: "test",
        memory,
        sqlite,
        stagingFolder,
        clock,
        ...options,
      }),
    restore: async (options) =>
      restoreBackup({
        objects,
        to: join(folder, "restored.db"),
        stagingFolder,
        clock,
        ...options,
      }),
    open: (name) => openMemory(sqliteStore({ path: join(folder, name) })),
    files: (below = "") => filesIn(join(folder, below)),
    [Symbol.asyncDispose]: async () => {
      for (const one of opened) await one.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(root, path))
    .filter((name) => !name.startsWith("data"))
    .toSorted();
}

/** Makes the place of a world an encrypted one whose secret takes no time to try. */
export async function encryptCheaply({ objects }: BackupWorld, key: string): Promise<void> {
  const { kdf, ...usual } = newEncryption();
  const encryption = { ...usual, kdf: { ...kdf, N: 2 ** 14, r: 1, p: 1 } };
  const mark = { format: FORMAT, database: "test", encryption } as const;
  await objects.put("place.json", await writeDocument(mark, createKeyRing(key)));
}

/** Returns all of a memory as text. */
export async function textOf(memory: MemoryRoot): Promise<string> {
  const lines: string[] = [];
  for await (const line of memory.export({ history: true, vectors: true })) {
    lines.push(JSON.stringify(line));
  }
  return lines.join("\n");
}
