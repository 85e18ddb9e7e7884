import { MemoryError } from "@kioku/core";
import { rejection } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { listBackups, verifyBackup } from "../../src/backup/index.js";
import { lightWorld, type BackupWorld } from "./support/backup-world.js";
import { faultyObjects, unavailable, type Faults } from "./support/faulty-objects.js";

const isPart = (key: string): boolean => key.startsWith("parts/");
const isManifest = (key: string): boolean => key.startsWith("manifests/");
const isAny = (): boolean => true;

function flipped(body: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(body);
  copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 1;
  return copy;
}

/** Lies about puts of some keys. */
function puts(
  isOne: (key: string) => boolean,
  body: (given: Uint8Array) => Uint8Array | undefined,
): Faults {
  return {
    put: (real) => async (key, given, options) => {
      const stored = isOne(key) ? body(given) : given;
      if (stored) await real(key, stored, options);
    },
  };
}

const LIES: readonly (readonly [name: string, faults: Faults])[] = [
  ["says that it has parts which it has not", puts(isPart, () => undefined)],
  ["cuts parts", puts(isPart, (body) => body.subarray(0, -1))],
  ["changes a bit of parts", puts(isPart, flipped)],
  ["empties parts", puts(isPart, () => new Uint8Array())],
  ["says that it has the manifest which it has not", puts(isManifest, () => undefined)],
  ["changes a bit of the manifest", puts(isManifest, flipped)],
  ["cuts whatever it gets", puts(isAny, (body) => body.subarray(1))],
  [
    "answers that manifests are there already",
    {
      put: (real) => async (key, body, options) => {
        if (isManifest(key)) throw new MemoryError("conflict", "object is there already");
        await real(key, body, options);
      },
    },
  ],
  [
    "does not find what it has",
    { get: (real) => async (key, options) => (isPart(key) ? undefined : real(key, options)) },
  ],
  ["does not list the manifest", { lists: ({ key }) => !isManifest(key) }],
];

/** Makes a good backup and moves the clock on by two days. */
async function withGoodBackup(world: BackupWorld): Promise<string> {
  await world.memory.remember("Ann keeps bees");
  const { id } = await world.backup();
  world.at("2026-11-28T12:00:00.000Z");
  await world.memory.remember("Ben has a cat");
  return id;
}

describe("with a store that lies", () => {
  test.each(LIES)("that %s, no backup is made and none is lost", async (_, faults) => {
    await using world = lightWorld();
    const good = await withGoodBackup(world);
    const objects = faultyObjects(world.objects, faults);
    const { code } = await rejection(async () => world.backup({ objects, keep: "1d" }));
    expect(code).toBe("store-failed");
    expect(await verifyBackup({ ...world, id: good })).toMatchObject({ damaged: [] });
    const { backups } = await listBackups(world);
    // A manifest that only a list hides is one of a whole backup.
    for (const { id } of backups)
      expect(await verifyBackup({ ...world, id })).toMatchObject({ damaged: [] });
    expect(world.files("staging")).toEqual([]);
    // The store tells the truth again.
    world.at("2026-11-28T13:00:00.000Z");
    const made = await world.backup({ keep: "1d" });
    expect(made.problems).toEqual([]);
    expect(await verifyBackup(world)).toMatchObject({ id: made.id, damaged: [] });
  });

  test("that deletes nothing, the backup is made and the rest is reported", async () => {
    await using world = lightWorld();
    await withGoodBackup(world);
    for (const day of ["29", "30"]) {
      world.at(`2026-11-${day}T12:00:00.000Z`);
      await world.backup();
    }
    world.at("2026-12-01T12:00:00.000Z");
    const objects = faultyObjects(world.objects, { delete: () => async () => undefined });
    const made = await world.backup({ objects, keep: "1d" });
    expect(made.removed).toEqual([]);
    for (const folder of ["tombstones/", "manifests/"]) {
      expect(made.problems.join("\n")).toContain(`did not delete ${folder}`);
    }
    expect(await verifyBackup({ ...world, id: made.id })).toMatchObject({ damaged: [] });
    expect((await listBackups(world)).backups.length).toBeGreaterThan(3);
  });

  test("that fails while old backups are removed, the backup is made all the same", async () => {
    await using world = lightWorld();
    await withGoodBackup(world);
    const objects = faultyObjects(world.objects, {
      lists: (_, prefix) => {
        if (prefix === "manifests/") throw unavailable();
        return true;
      },
    });
    const made = await world.backup({ objects, keep: "1d" });
    expect(made.problems.join()).toMatch(/cannot be reached/u);
    expect(made.removed).toEqual([]);
    expect((await listBackups(world)).backups.map(({ id }) => id)).toContain(made.id);
  });
});
