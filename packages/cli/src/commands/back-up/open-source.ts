import { stat } from "node:fs/promises";

import type { MemoryRoot } from "@kioku/core";

import type { BackupSource } from "../../backup/options.js";
import { CliError } from "../../command/cli-error.js";
import type { Settings } from "../../config/settings.js";
import type { Host } from "../../host.js";
import type { OpenedStore } from "../../wire/create-store.js";
import { createStore, isServer } from "../../wire/create-store.js";
import { databaseIdOf } from "./database-id.js";

type Database = Pick<Settings, "database" | "databaseSchema">;

/** Runs `work` on a database that is there, without an embedder: none is needed for backups. */
export async function withDatabase<T>(
  database: Database,
  host: Host,
  work: (memory: MemoryRoot, store: OpenedStore) => Promise<T>,
): Promise<T> {
  await requireThere(database.database);
  return withNewDatabase(database, host, work);
}

/** Does the same with one that may have to be made. */
export async function withNewDatabase<T>(
  database: Database,
  { clock, random }: Host,
  work: (memory: MemoryRoot, store: OpenedStore) => Promise<T>,
): Promise<T> {
  const [{ createMemory }, store] = await Promise.all([
    import("@kioku/core"),
    createStore(database),
  ]);
  const memory = createMemory({
    store: store.kind === "sqlite" ? store.sqlite : store.postgres,
    clock,
    random,
  });
  try {
    return await work(memory, store);
  } finally {
    await memory.close();
  }
}

/** Runs `work` with the database of the settings, as backups take it. */
export async function withSource<T>(
  settings: Settings,
  host: Host,
  work: (source: BackupSource) => Promise<T>,
): Promise<T> {
  return withDatabase(settings, host, async (memory, store) => {
    const sqlite = store.kind === "sqlite" ? store.sqlite : undefined;
    return work({ database: await databaseIdOf(settings, host), memory, sqlite });
  });
}

/** An empty database would be made otherwise, and backed up. */
async function requireThere(database: string): Promise<void> {
  if (isServer(database) || (await isFile(database))) return;
  throw new CliError("not-found", `database ${database} is not there`, {
    hint: "name another one with --database",
  });
}

/** Returns true if a file is there. */
export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isFile(),
    () => false,
  );
}
