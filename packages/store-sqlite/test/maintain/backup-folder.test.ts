import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { sqliteStore } from "../../src/index.js";
import type { SqliteStore } from "../../src/index.js";
import { startChild } from "../support/child.js";
import { writeSome } from "../support/some-records.js";
import { temporaryFile } from "../support/temporary-directory.js";

const SCRIPT = new URL("../support/backup-maker.ts", import.meta.url);

function foldersIn(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.startsWith(".kioku-backup-"));
}

async function storeWithSome(path: string): Promise<SqliteStore> {
  const store = sqliteStore({ path });
  await store.open();
  await writeSome(store, 0, 20);
  return store;
}

test.each(["backup", "scrub"] as const)(
  "a %s removes what a killed backup left, and nothing of one that goes on",
  async (operation) => {
    const path = temporaryFile();
    const directory = dirname(path);
    const store = await storeWithSome(path);
    const run = async (): Promise<void> => {
      if (operation === "scrub") await store.scrub();
      else await store.backup(join(directory, "mine.db"), { overwrite: true });
    };
    const child = startChild(SCRIPT, path, join(directory, "others.db"));
    expect(await child.message()).toBe("copied");
    const [left] = foldersIn(directory);
    await run();
    expect(foldersIn(directory)).toEqual([left]);
    child.process.kill("SIGKILL");
    await child.exited();
    expect(foldersIn(directory)).toEqual([left]);
    await run();
    expect(foldersIn(directory)).toEqual([]);
    await store.close();
  },
);

test("folders of others with such a name stay", async () => {
  const path = temporaryFile();
  const folder = join(dirname(path), ".kioku-backup-mine");
  mkdirSync(folder);
  const store = await storeWithSome(path);
  await store.backup(join(dirname(path), "copy.db"));
  await store.scrub();
  expect(statSync(folder).isDirectory()).toBe(true);
  await store.close();
});

test.skipIf(process.platform === "win32")(
  "only its owner may read a new file, its log and its backup; permissions of a file that is there stay",
  async () => {
    const path = temporaryFile();
    const directory = dirname(path);
    const store = await storeWithSome(path);
    await store.backup(join(directory, "copy.db"));
    const modesOf = (names: readonly string[]): number[] =>
      names.map((name) => statSync(join(directory, name)).mode & 0o777);
    const files = readdirSync(directory);
    expect(files.length).toBeGreaterThanOrEqual(4);
    expect(new Set(modesOf(files))).toEqual(new Set([0o600]));
    await store.close();
    chmodSync(path, 0o640);
    const again = await opened(path);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    await again.close();
    const inMemory = await storeWithSome(":memory:");
    await inMemory.backup(join(directory, "from-memory.db"));
    expect(modesOf(["from-memory.db"])).toEqual([0o600]);
    await inMemory.close();
  },
);

async function opened(path: string): Promise<SqliteStore> {
  const store = sqliteStore({ path });
  await store.open();
  return store;
}
