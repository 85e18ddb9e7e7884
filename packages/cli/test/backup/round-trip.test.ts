import { readFileSync } from "node:fs";

import { createMemory, inMemoryStore } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { listBackups, publishTombstones, verifyBackup } from "../../src/backup/index.js";
import { newEncryption } from "../../src/backup/keys.js";
import { backupWorld, encryptCheaply, textOf } from "./support/backup-world.js";

describe("a backup of a file", () => {
  test("is restored with all of its memories", async () => {
    await using world = backupWorld();
    const id = await world.add("Ann keeps bees behind the house");
    await world.memory.update(id, { content: "Ann keeps bees on the roof" });
    await world.memory.scope("users", "ann").remember("红色的蜂箱");
    const made = await world.backup();
    expect(made).toMatchObject({
      kind: "sqlite",
      records: 2,
      database: "test",
      isEncrypted: false,
      isResumed: false,
      removed: [],
      problems: [],
      takenAt: world.clock(),
    });
    expect(made.id).toMatch(/^20261126T120000Z-[0-9a-f]{8}$/u);
    const restored = await world.restore();
    expect(restored).toMatchObject({ id: made.id, erasedAgain: 0, damaged: [] });
    expect(await textOf(world.open("restored.db"))).toBe(await textOf(world.memory));
    // Nothing but the backup and the new file is left.
    expect(world.files("staging")).toEqual([]);
    expect(world.files().filter((name) => !name.startsWith("restored.db"))).toEqual([
      `backups/manifests/${made.id}.json`,
      `backups/parts/${made.id}/000001`,
      "backups/place.json",
      expect.stringMatching(/^backups\/tombstones\/\S+\/000001$/u),
    ]);
  });

  test("is listed and verified", async () => {
    await using world = backupWorld();
    await world.memory.remember("Ann keeps bees");
    const first = await world.backup();
    world.at("2026-11-26T13:00:00.000Z");
    const second = await world.backup();
    const { backups, damaged } = await listBackups(world);
    expect(backups.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(damaged).toEqual([]);
    expect(await verifyBackup({ ...world, id: first.id })).toMatchObject({ damaged: [] });
    expect(await verifyBackup(world)).toMatchObject({ id: second.id, damaged: [] });
  });

  test("of an encrypted place shows nothing of its memories, and needs its key", async () => {
    await using world = backupWorld();
    await world.memory.remember("Ann keeps bees behind the house");
    const gone = await world.add("old", "secret-scope");
    await world.memory.scope("secret-scope").erase(gone);
    const key = "correct horse battery staple";
    // Guesses of a secret are to take long, but not tests.
    expect(newEncryption().kdf).toMatchObject({ N: 2 ** 15, r: 8, p: 3 });
    await encryptCheaply(world, key);
    const made = await world.backup({ key });
    expect(made.isEncrypted).toBe(true);
    for (const name of world.files("backups")) {
      const bytes = readFileSync(world.path(`backups/${name}`));
      for (const text of ["bees", "secret-scope", "SQLite", key]) {
        expect(bytes.includes(text)).toBe(false);
      }
    }
    expect((await listBackups(world)).backups).toHaveLength(1);
    for (const wrong of [undefined, "another key of the right length"]) {
      const restoring = await rejection(async () => world.restore({ key: wrong }));
      const making = await rejection(async () => world.backup({ key: wrong }));
      for (const { code, message } of [restoring, making]) {
        expect(code).toBe("invalid-input");
        expect(message).toMatch(/key/u);
      }
    }
    await world.restore({ key });
    expect(await textOf(world.open("restored.db"))).toBe(await textOf(world.memory));
  }, 30_000);

  test("brings back nothing that was erased since", async () => {
    await using world = backupWorld();
    const id = await world.add("Ann keeps bees");
    await world.memory.remember("Ben has a cat");
    const made = await world.backup();
    world.at("2026-11-26T13:00:00.000Z");
    await world.memory.erase(id);
    const unknown = await world.restore({ to: world.path("early.db") });
    expect(unknown).toMatchObject({ erasedAgain: 0, erasuresKnownUntil: made.takenAt });
    await publishTombstones({ ...world, database: "test" });
    const restored = await world.restore();
    expect(restored).toMatchObject({ erasedAgain: 1, erasuresKnownUntil: world.clock() });
    expect(readFileSync(world.path("restored.db")).includes("bees")).toBe(false);
    expect(await textOf(world.open("restored.db"))).toBe(await textOf(world.memory));
  });
});

describe("a backup of lines", () => {
  test("is restored into a file and into an empty memory", async () => {
    await using world = backupWorld();
    const id = await world.add("Ann keeps bees");
    await world.memory.update(id, { content: "Ann keeps bees on the roof" });
    await world.memory.scope("a").remember("Ben has a cat");
    const made = await world.backup({ sqlite: undefined });
    expect(made).toMatchObject({ kind: "lines", records: 2 });
    await world.restore();
    expect(await textOf(world.open("restored.db"))).toBe(await textOf(world.memory));
    const other = createMemory({ store: inMemoryStore() });
    await world.restore({ to: other });
    expect(await textOf(other)).toBe(await textOf(world.memory));
    const again = await rejection(async () => world.restore({ to: other }));
    expect(again).toMatchObject({ code: "conflict" });
    await world.restore({ to: other, continue: true });
    expect(await textOf(other)).toBe(await textOf(world.memory));
    await other.close();
    expect(world.files("staging")).toEqual([]);
  });

  test("a backup of a file goes into an empty memory, too", async () => {
    await using world = backupWorld();
    await world.memory.remember("Ann keeps bees");
    await world.backup();
    const other = createMemory({ store: inMemoryStore() });
    await world.restore({ to: other });
    expect(await textOf(other)).toBe(await textOf(world.memory));
    await other.close();
  });
});
