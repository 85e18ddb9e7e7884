import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createBackup, folderObjects, restoreBackup } from "kioku/backup";
import type { CreateBackupOptions, CreatedBackup } from "kioku/backup";

import { folder } from "./files.ts";
import { fresh } from "./fresh.ts";
import type { Provocation } from "./provocation.ts";

const stagingFolder = join(folder, "staging");

async function backUp(
  place: string,
  options: Partial<CreateBackupOptions> = {},
): Promise<CreatedBackup> {
  await using memory = fresh();
  await memory.remember("Ann keeps bees");
  const objects = folderObjects(join(folder, place));
  return await createBackup({ objects, stagingFolder, database: "garden", memory, ...options });
}

async function restore(place: string): Promise<unknown> {
  const objects = folderObjects(join(folder, place));
  return restoreBackup({ objects, stagingFolder, to: join(folder, "restored.db") });
}

/** Provocations by backups and what is in their places. */
export const ofBackups: readonly Provocation[] = [
  { code: "invalid-input", provoke: async () => backUp("short", { key: "secret" }) },
  { code: "invalid-input", provoke: async () => backUp("kept", { keep: "a week" }) },
  {
    code: "invalid-input",
    provoke: async () => {
      await backUp("sealed", { key: "a secret of twelve" });
      return backUp("sealed");
    },
  },
  { code: "not-found", provoke: async () => restore("none") },
  {
    code: "conflict",
    provoke: async () => {
      await backUp("taken");
      return backUp("taken", { database: "kitchen" });
    },
  },
  {
    code: "conflict",
    provoke: async () => {
      await backUp("twice");
      await restore("twice");
      return restore("twice");
    },
  },
  { code: "store-failed", provoke: async () => backUp(join("unplugged", "backups")) },
  {
    code: "store-failed",
    provoke: async () => {
      const { id } = await backUp("broken");
      const parts = join(folder, "broken", "parts", id);
      for (const name of readdirSync(parts)) writeFileSync(join(parts, name), "no part");
      const objects = folderObjects(join(folder, "broken"));
      return restoreBackup({ objects, stagingFolder, to: join(folder, "whole.db") });
    },
  },
];
