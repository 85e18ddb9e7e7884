import { readFileSync, writeFileSync } from "node:fs";

import { rejection } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { listBackups, publishTombstones } from "../../src/backup/index.js";
import { removeCopies } from "../../src/backup/staging.js";
import { lightWorld, type BackupWorld } from "./support/backup-world.js";
import { faultyObjects, unavailable } from "./support/faulty-objects.js";

/** Runs `work` once, before the first object of a folder is put. */
function before(world: BackupWorld, folder: string, work: () => Promise<void>) {
  let isDone = false;
  return faultyObjects(world.objects, {
    put:
      (real) =>
      async (key, ...given) => {
        if (!isDone && key.startsWith(folder)) {
          isDone = true;
          await work();
        }
        await real(key, ...given);
      },
  });
}

describe("lists of erasures", () => {
  test("that are sent at once lose nothing that only one of them has", async () => {
    await using world = lightWorld();
    const id = await world.add("Ann keeps bees");
    await world.backup();
    const early = new Date(world.clock().getTime() + 1000);
    world.at("2026-11-26T12:10:00.000Z");
    const objects = before(world, "tombstones/", async () => {
      await world.memory.erase(id);
      await publishTombstones({ ...world, database: "test", clock: () => early });
    });
    await publishTombstones({ ...world, database: "test", objects });
    expect(await world.restore()).toMatchObject({ erasedAgain: 1 });
  });

  test("that are replaced while a restore reads them are found", async () => {
    await using world = lightWorld();
    const id = await world.add("Ann keeps bees");
    await world.backup();
    let isErased = false;
    const objects = faultyObjects(world.objects, {
      get:
        (real) =>
        async (key, ...given) => {
          if (key.startsWith("tombstones/") && !isErased) {
            isErased = true;
            world.at("2026-11-26T12:10:00.000Z");
            await world.memory.erase(id);
            await publishTombstones({ ...world, database: "test" });
          }
          return real(key, ...given);
        },
    });
    expect(await world.restore({ objects })).toMatchObject({ erasedAgain: 1 });
  });

  test("that are damaged stop a restore until something else knows", async () => {
    await using world = lightWorld();
    await world.memory.erase(await world.add("Ann keeps bees"));
    await world.backup();
    const { objects } = world.objects;
    const key = [...objects.keys()].find((one) => one.startsWith("tombstones/")) ?? "";
    objects.set(key, Uint8Array.of(1));
    expect((await rejection(async () => world.restore())).message).toContain(`${key} is damaged`);
    expect(world.files()).toEqual([]);
    const known = await world.restore({ erasedFrom: [world.memory], to: world.path("known.db") });
    expect(known.damaged).toHaveLength(1);
    world.at("2026-11-26T13:00:00.000Z");
    expect((await world.backup()).problems).toEqual([`${key} is damaged`]);
    expect(await world.restore()).toMatchObject({ damaged: [{ key }] });
  });

  test("that are lost stop a restore until something else knows", async () => {
    await using world = lightWorld();
    await world.backup();
    const { objects } = world.objects;
    for (const key of objects.keys()) if (key.startsWith("tombstones/")) objects.delete(key);
    expect((await rejection(async () => world.restore())).message).toContain("no list of erasures");
    expect(await world.restore({ erasedFrom: [world.memory] })).toMatchObject({ damaged: [] });
  });
});

test("a backup whose parts another process took for orphans is none", async () => {
  await using world = lightWorld();
  await world.add("Ann keeps bees");
  const objects = before(world, "manifests/", async () => {
    for (const key of world.objects.objects.keys()) {
      if (key.startsWith("parts/")) world.objects.objects.delete(key);
    }
  });
  expect(await rejection(async () => world.backup({ objects }))).toMatchObject({
    code: "store-failed",
  });
  expect((await listBackups(world)).backups).toEqual([]);
});

test("a file that appears while a restore works is not replaced", async () => {
  await using world = lightWorld();
  await world.add("Ann keeps bees");
  await world.backup();
  const file = world.path("restored.db");
  const onProgress = (): void => writeFileSync(file, "mine");
  expect(await rejection(async () => world.restore({ onProgress }))).toMatchObject({
    code: "conflict",
  });
  expect(readFileSync(file, "utf8")).toBe("mine");
});

test("parts of an old backup stay though a list omits its manifest", async () => {
  await using world = lightWorld();
  await world.add("Ann keeps bees");
  const { id } = await world.backup();
  world.at("2026-11-30T12:00:00.000Z");
  const objects = faultyObjects(world.objects, { lists: ({ key }) => !key.includes(`${id}.json`) });
  await world.backup({ objects });
  expect(await world.restore({ id })).toMatchObject({ id, records: 1 });
});

test("a backup of the future stays and is named", async () => {
  await using world = lightWorld();
  world.at("2027-01-01T00:00:00.000Z");
  const { id } = await world.backup();
  world.at("2026-11-26T12:00:00.002Z");
  const { id: first } = await world.backup();
  world.at("2026-11-26T12:00:00.010Z");
  const next = await world.backup({ keep: "1d" });
  expect(next.id > first).toBe(true);
  expect(next).toMatchObject({ removed: [], problems: [expect.stringContaining(id)] });
});

test("a restore goes on only into a memory that is a part of the backup", async () => {
  await using world = lightWorld();
  const id = await world.add("Ann keeps bees");
  await world.memory.update(id, { content: "Ann keeps goats" });
  await world.backup();
  const to = world.open("target.db");
  await world.restore({ to });
  expect(await world.restore({ to, continue: true })).toMatchObject({ records: 1 });
  await to.remember("Ben has a cat");
  const error = await rejection(async () => world.restore({ to, continue: true }));
  expect(error.code).toBe("conflict");
});

test("an erasure reaches the copies that failed backups left", async () => {
  await using world = lightWorld();
  await world.add("Ann keeps bees");
  const objects = before(world, "parts/", async () => {
    throw unavailable();
  });
  await rejection(async () => world.backup({ objects }));
  expect(world.files("staging")).toHaveLength(2);
  await removeCopies(world.stagingFolder);
  expect(world.files("staging")).toEqual([]);
});
